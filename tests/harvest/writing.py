"""What the blogs of the mirror write: sentences made of the words of a subject, in English and Chinese. No two posts say
the same, and nothing of it is taken from anywhere."""

import random

ENGLISH = {
    "garden": (
        "tomatoes bed compost seedlings pruning shears mulch greenhouse beetroot hedge soil trellis watering can "
        "frost raspberries nettles spade slugs orchard cuttings"
    ),
    "cycling": (
        "saddle gears climb headwind panniers chain puncture valley pass descent brakes tyres lamp ferry detour "
        "campsite rain jacket cassette milestone gravel"
    ),
    "kitchen": (
        "dough oven broth onions stock cardamom crust skillet lentils yeast butter marinade cutting board basil "
        "leftovers pantry jar simmer roast knife"
    ),
    "night sky": (
        "telescope nebula eyepiece comet tripod aperture eclipse filter cluster meteor horizon mount exposure "
        "Saturn crater seeing darkness observatory finder planet"
    ),
    "bees": (
        "hive queen smoker brood frames nectar swarm foundation honeycomb forage drones veil varroa extractor "
        "apiary winter cluster clover wax propolis entrance"
    ),
    "boats": (
        "hull tiller mooring tide jib anchor harbour varnish rigging keel lock canal bilge rope lighthouse current "
        "deck mast compass channel"
    ),
    "trains": (
        "platform timetable signal carriage junction tunnel viaduct ticket conductor freight whistle branch line "
        "sleeper gauge depot signal box bridge crossing locomotive engine"
    ),
    "printing": (
        "type press ink paper ragged margin proof roller forme compositor galley leading serif chase quoin "
        "broadside binding folio deckle woodcut"
    ),
    "databases": (
        "index query planner transaction replica backup latency schema migration cache lock join vacuum shard "
        "log checkpoint cursor table statistics timeout"
    ),
    "hiking": (
        "ridge hut trail boots cairn waterfall map forest blister scree summit lake stream saddle weather "
        "rucksack stove shelter meadow stile"
    ),
    "music": (
        "bow rosin melody rehearsal tempo harmony strings fugue choir organ tuning score chord rhythm cello "
        "metronome cadence quartet reed brass"
    ),
    "town": (
        "council library market square tram bakery bridge allotment festival mayor cinema museum street lamp "
        "petition playground station fountain neighbour bench harbour"
    ),
}
CHINESE = {
    "茶": "茶叶 茶壶 水温 龙井 普洱 香气 茶汤 茶山 采茶 炒青 泡法 杯子 回甘 山泉 茶农 陈年 紫砂 茶席 早春 雨前",
    "旅行": "火车 车站 古镇 客栈 石板路 渡口 山路 清晨 集市 老街 地图 行李 湖边 寺庙 雪山 小巷 码头 向导 县城 车票",
    "编程": "代码 编译 变量 接口 服务器 缓存 测试 日志 函数 数据库 线程 部署 重构 性能 文档 版本 分支 框架 算法 内存",
    "读书": "小说 作者 书店 译本 章节 人物 情节 笔记 诗集 散文 书架 封面 旧书 序言 传记 历史 主角 结尾 图书馆 读者",
    "美食": "面条 辣椒 豆腐 汤底 小吃 早餐 火候 酱油 饺子 馄饨 厨房 菜刀 米饭 腊肉 春笋 葱花 砂锅 点心 老板 味道",
    "摄影": "镜头 光圈 快门 胶片 黄昏 构图 三脚架 街拍 底片 暗房 曝光 色彩 相机 逆光 人像 风光 焦距 滤镜 影子 相册",
    "新闻": "会议 市民 记者 项目 部门 道路 学校 医院 工程 社区 居民 公园 企业 活动 地铁 建设 服务 规划 环境 春运",
    "历史": "朝代 城墙 碑刻 史料 皇帝 考古 遗址 青铜器 年号 将军 文书 地方志 古道 陶片 边关 运河 商旅 县志 墓志 家谱",
}
E_SHAPES = (
    "Last {time} the {a} gave us more trouble than the {b}, which nobody had expected.",
    "I have come to think that a good {a} is worth three of any {b}.",
    "When the {a} was finally in its place, we turned to the {b} and the {c}.",
    "There is little written about the {a}, though every {b} depends on it.",
    "My neighbour swears by the {a}; I would rather trust the {b}, and the {c} if need be.",
    "It took {n} days before the {a} looked as it should, and by then the {b} had changed again.",
    "Nobody warned me that the {a} and the {b} would not go together.",
    "So we started again from the {a}, more slowly, and kept a note of every {b}.",
    "The old books say that {n} of these are enough, but with our {a} it was never so.",
    "What surprised me most was how the {a} behaved once the {b} had gone.",
    "By the {time} all that was left was the {c}, a little {a} and a long list for next year.",
    "You can do without the {a}, I suppose, but then the {b} has to be twice as good.",
)
C_SHAPES = (
    "那天{time}，我们为了{a}又走了一趟，没想到{b}比想象的还要好。",
    "关于{a}，大家说法不一，有人看重{b}，也有人只在意{c}。",
    "其实{a}并不难，难的是把{b}和{c}都照顾到。",
    "过了{n}天，{a}才慢慢有了样子，我心里也踏实了一些。",
    "记得第一次接触{a}的时候，我对{b}几乎一无所知。",
    "朋友说，{a}讲究的是耐心，急了反而会坏了{b}。",
    "到了{time}，{a}终于告一段落，大家坐下来聊起了{b}。",
    "如果只有{n}个人，{a}就够了；人再多一些，还得准备{b}。",
    "我把{a}的经过写下来，免得以后忘了{c}的细节。",
    "有意思的是，{b}变了之后，{a}反倒更像从前的样子。",
)
E_TITLES = (
    "What the {a} taught me about {b}",
    "A week with the {a}",
    "Why I gave up on my {a}",
    "Notes on {a} and {b}",
    "The trouble with every {a}",
    "Looking for a better {a}",
    "How we saved the {a}",
    "{A}, {b} and a bit of luck",
    "In praise of the slow {a}",
    "The day the {a} came back",
    "Repairing the {a} by hand",
    "On {a}s and other matters",
)
C_TITLES = (
    "关于{a}的一点想法",
    "{a}与{b}",
    "写在{a}之后",
    "我的{a}日记",
    "从{a}说起",
    "再谈{a}和{b}",
    "寻找{a}的日子",
    "{a}：一次小小的尝试",
    "周末的{a}",
    "有{a}的下午",
    "{a}到底难在哪里",
    "重新认识{a}",
)
E_NAMES = ("Ada Holm", "Peter Marsh", "Ines Varga", "Tom Quill", "Ruth Amsel", "Leo Brandt", "Mina Falk", "Owen Tarr")
C_NAMES = ("林晓", "周文", "陈默", "李青山", "王海燕", "赵一鸣", "孙小白", "何平")


def fill(shape, rng, words, chinese):
    a, b, c = rng.sample(words, 3)
    if chinese:
        return shape.format(
            a=a,
            b=b,
            c=c,
            n=rng.choice("两三四五六七八九十"),
            time=rng.choice(("早上", "下午", "傍晚", "夜里", "周末", "春天", "冬天")),
        )
    return shape.format(
        a=a,
        b=b,
        c=c,
        A=a.capitalize(),
        n=rng.randint(2, 40),
        time=rng.choice(("morning", "evening", "spring", "autumn", "weekend", "winter")),
    )


class Writer:
    """Writes for one blog; the same seed, the same words."""

    def __init__(self, seed, subject, chinese):
        self.rng = random.Random(seed)
        self.chinese = chinese
        self.words = (CHINESE if chinese else ENGLISH)[subject].split()
        self.titles = set()

    def paragraph(self, sentences=None):
        shapes = C_SHAPES if self.chinese else E_SHAPES
        count = sentences or self.rng.randint(3, 6)
        picked = [fill(shape, self.rng, self.words, self.chinese) for shape in self.rng.sample(shapes, count)]
        return ("" if self.chinese else " ").join(picked)

    def paragraphs(self):
        return [self.paragraph() for _ in range(self.rng.randint(3, 7))]

    def title(self):
        while True:
            title = fill(self.rng.choice(C_TITLES if self.chinese else E_TITLES), self.rng, self.words, self.chinese)
            if title not in self.titles:
                self.titles.add(title)
                return title

    def name(self):
        return self.rng.choice(C_NAMES if self.chinese else E_NAMES)
