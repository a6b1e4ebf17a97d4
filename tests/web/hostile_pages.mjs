// Pages that want to run, to ask for something, or to be in the way.

const sentence = 'The council met on Tuesday, and decided, after a long debate, to build a bridge over the river. ';
const article = `<article><h1>A bridge</h1>${`<p>${sentence.repeat(4)}</p>`.repeat(6)}</article>`;

export function hostile_pages(base) {
  const outside = 'http://outside.invalid';
  return {
    scripts: `<title>T</title><script>top.ran = parent.ran = 1; fetch('${outside}/a'); alert(1)</script>
      <body onload="parent.ran=1" onclick="parent.ran=1" onmouseover="parent.ran=1">${article}
      <img src=x onerror="parent.ran=1"><svg onload="parent.ran=1"><script>parent.ran=1</script><a xlink:href="javascript:parent.ran=1"><text y=9>x</text></a></svg>
      <a href="javascript:parent.ran=1">go</a><a href="${outside}/link" ping="${outside}/ping" target=_top>out</a>
      <iframe srcdoc="<script>top.ran=1</script>"></iframe><iframe src="javascript:parent.ran=1"></iframe>
      <object data="${outside}/o"></object><embed src="${outside}/e"><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=parent.ran=1&gt;">
      <template><script>parent.ran=1</script></template><details open ontoggle="parent.ran=1"><summary>s</summary>d</details>
      <input autofocus onfocus="parent.ran=1"><video src="${outside}/v" poster="${outside}/p" onerror="parent.ran=1"></video>`,
    requests: `<title>T</title><base href="${outside}/"><link rel=stylesheet href="s.css"><link rel=icon href="i"><link rel=preload as=image href="p.png">
      <link rel=dns-prefetch href="//outside.invalid"><link rel=preconnect href="${outside}"><link rel=prefetch href="f"><link rel=manifest href="m">
      <style>@import "${outside}/import.css"; @font-face { font-family: x; src: url(${outside}/font) } body { background: url(${outside}/bg); font-family: x }
      p::before { content: url(${outside}/content) } @media all { li { list-style-image: url(//outside.invalid/li) } }
      p { cursor: url(${outside}/cursor), auto; filter: url(${outside}/filter#f); mask: image-set("${outside}/set" 1x) }</style>
      <body background="${outside}/body">${article}<img src="${outside}/img" srcset="${outside}/set 2x" loading=eager><picture><source srcset="${outside}/source"><img src=x></picture>
      <p style="background-image:url('${outside}/inline')">${sentence}</p><table background="${outside}/table"><tr><td background="${outside}/cell">x</table>
      <audio src="${outside}/audio" autoplay></audio><video autoplay><source src="${outside}/video"><track src="${outside}/track" default></video>
      <svg><image href="${outside}/svg"/><use href="${outside}/use#x"/><rect fill="url(${outside}/fill#f)" width=9 height=9 /><feImage href="${outside}/fe"/></svg>
      <input type=image src="${outside}/button"><frameset><frame src="${outside}/frame"></frameset><iframe src="${outside}/iframe"></iframe>`,
    forms: `<title>T</title><form action="${outside}/form" method=post target=_top><input name=q value=1 autofocus><button>Send</button><input type=submit formaction="${outside}/other"></form>
      ${article}<form action="${base}/v1/evaluate" method=post><button id=b>own</button></form><button form=x formaction="${outside}/f">x</button>
      <map name=m><area href="${outside}/area" shape=default></map><isindex action="${outside}/isindex">`,
    'meta refresh': `<title>T</title><meta http-equiv=refresh content="0; url=${outside}/refresh"><meta http-equiv="Set-Cookie" content="a=b">
      <meta http-equiv=Content-Security-Policy content="default-src *"><noscript><meta http-equiv=refresh content="0;url=${outside}/noscript"></noscript>${article}`,
    'CSS that covers the screen': `<title>T</title><style>#cover { position: fixed; inset: -500px; width: 5000px; height: 5000px; z-index: 2147483647; background: #000; color: #fff; font-size: 90px }
      html { overflow: hidden !important } * { animation: x 1ms infinite; pointer-events: none } @keyframes x { to { transform: rotate(1turn) } }
      [data-block] { display: block } body { zoom: 3; min-width: 100000px }</style><div id=cover>Your computer is locked</div>${article}`,
    '5 MB': `<title>T</title>${article}${`<p>${sentence.repeat(11)}</p>\n`.repeat(4700)}`,
    '50,000 blocks': `<title>T</title>${article}<ul>${Array.from({ length: 50_000 }, (_, i) => `<li>Item ${i} of many`).join('')}</ul>`,
    'deep nesting': `<title>T</title>${article}${'<div>'.repeat(20_000)}deep<p>${sentence}`,
    'a set of frames': `<title>T</title><frameset cols="50%,50%"><frame src="${outside}/a"><noframes>${article}</noframes></frameset>`,
  };
}
