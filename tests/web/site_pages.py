"""Pages of a site that is not there, all of one make but for the last: for rules that are made of one and put to others."""
import json
import pathlib

STORIES = [
    ("Ferry runs again", "2024-05-03", "Ann Hale", [
        "After three weeks in the yard the ferry to the north shore runs again, every half hour from six in the morning.",
        "The council paid for a second engine, which the crew tried on Thursday in a wind that kept other boats in port.",
        "Tickets cost what they did before, and children below twelve go free on Sundays until the end of the summer."]),
    ("Market moves to the old pier", "2024-05-06", "Tom Reed", [
        "From June on the market stands on the old pier, where there is room for forty stalls and for the smell of fish.",
        "Those who sell from boats may do so as they always did, said the harbour master, if they leave the steps free.",
        "The square is to be paved anew in the meantime, which had been put off twice for want of stone."]),
    ("Lighthouse open to visitors", "2024-05-09", "Mary Quill", [
        "On Saturdays the lighthouse is open to visitors, who may climb its hundred and twelve steps in groups of eight.",
        "The lamp, which was made in the last century, still turns on a bath of mercury and may not be touched.",
        "From the gallery one sees the bar, the new pier and, when the air is clear, the islands."]),
    ("Storm takes the boathouse roof", "2024-05-12", "Ann Hale", [
        "The storm of Friday night took the roof of the boathouse and set it down, nearly whole, in the meadow behind.",
        "Nobody was hurt, and of the boats only two have scratches, since most had been brought up the river before.",
        "The roof is to be put back next week, with longer nails, as the carpenter said."]),
]


def story(place: int) -> str:
    title, date, author, paragraphs = STORIES[place]
    # The last one was made by another hand.
    last = place == len(STORIES) - 1
    head = f'<p class="special">{title}</p>' if last else f'<h1 class="headline">{title}</h1>'
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return (f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} - Harbour News</title>'
            "<style>body { font: 16px/1.5 Georgia, serif; margin: 2em auto; max-width: 42em } nav a { margin-right: 1em } "
            ".special { font-size: 2em; font-weight: bold } footer { color: #666; margin-top: 3em }</style></head>"
            '<body><nav><a href="/">Home</a><a href="/news">News</a><a href="/tides">Tides</a></nav>'
            f'<main>{head}<p class="byline">By <span class="author">{author}</span>, '
            f'<time datetime="{date}">{date}</time></p><div class="story">{text}</div></main>'
            '<footer>Harbour News, Quay Street 1</footer></body></html>')


def index() -> str:
    rows = "".join(
        f'<li class="item"><h2><a href="/news/{place + 1}">{title}</a></h2><p class="when"><time>{date}</time>, {author}</p>'
        f'<p class="teaser">{paragraphs[0]}</p></li>'
        for place, (title, date, author, paragraphs) in enumerate(STORIES))
    return ('<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Harbour News</title>'
            "<style>body { font: 16px/1.5 Georgia, serif; margin: 2em auto; max-width: 42em } nav a { margin-right: 1em } "
            "ul { list-style: none; padding: 0 } h2 { margin-bottom: 0 } .when { color: #666; margin: 0 }</style></head>"
            '<body><nav><a href="/">Home</a><a href="/news">News</a></nav><main><h1>News of the harbour</h1>'
            f'<ul class="list">{rows}</ul></main><footer>Harbour News, Quay Street 1</footer></body></html>')


def write(path: str) -> None:
    """A set of the stories, the one that differs last, and behind them the list of all."""
    records = [{"id": f"story-{place + 1}", "url": f"https://harbour.example/news/{place + 1}", "html": story(place),
                "title": STORIES[place][0], "gold": "\n\n".join(STORIES[place][3]), "page_type": "article"}
               for place in range(len(STORIES))]
    records.append({"id": "list", "url": "https://harbour.example/news", "html": index(), "title": "News of the harbour"})
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    pathlib.Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
