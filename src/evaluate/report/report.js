"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const F1 = 0, P = 1, R = 2, MS = 4; // of a page: [f1, p, r, error, ms]
  const ROWS = 100;
  const $ = id => document.getElementById(id);
  const state = {set: 0, group: "all", figure: "f1", on: data.methods.map((_, m) => m < 8), sort: 0, up: true, rows: ROWS, list: [], at: 0};
  const colour = m => `var(--m${m % 8})`;
  const lowerIsBetter = name => /^(mhr|mcr|bad|ms|no_|block_mhr)/.test(name);
  const format = (value, name) => value === null ? "–" : value.toFixed(name === "ms" ? 2 : 4);

  function element(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (value === true) node.setAttribute(key, "");
      else if (value !== false && value !== null) node.setAttribute(key, value);
    }
    node.append(...children);
    return node;
  }
  function svg(name, attributes = {}, ...children) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else node.setAttribute(key, value);
    }
    node.append(...children);
    return node;
  }
  const shownMethods = () => data.methods.map((_, m) => m).filter(m => state.on[m]);
  const currentSet = () => data.sets[state.set];
  const explained = new Map(data.explained.map(page => [`${page.set} ${page.page}`, page]));
  const pageOf = place => data.sets[place.set].pages[place.page];

  /** Places of the pages of the chosen set and group. */
  function places() {
    return currentSet().pages.map((_, page) => ({set: state.set, page}))
      .filter(place => state.group === "all" || pageOf(place)[1] === state.group);
  }

  // --- Figures ---

  // A table a theme: beside each other they would not fit a window of usual width.
  const THEMES = [
    ["Main text", /^(f1|p|r|wcxb|aeb|lev|mcr|snippet)$/],
    ["Shares of pages", /^(mhr\d+|good|bad|wiehf_[pr])$/],
    ["Title, author, date, kind of page", /^(title|title_f1|author_f1|date|date_f1|no_.*|page_type)$/],
    ["Whole blocks", /^(scope_.|block_mhr\d+)$/],
    ["Time", /^ms$/],
  ];
  const themeOf = name => THEMES.find(([, names]) => names.test(name))?.[0] ?? "More";
  function drawFigures() {
    const group = currentSet().groups.find(g => g.name === state.group);
    const figures = data.figures.map((name, f) => ({name, f})).filter(({f}) => group.figures.some(of => of[f][0] !== null));
    const themes = new Map();
    for (const figure of figures) themes.set(themeOf(figure.name), [...(themes.get(themeOf(figure.name)) ?? []), figure]);
    $("figures").replaceChildren(...[...themes].map(([theme, rows]) => element("div", {class: "scroll"}, figuresTable(group, theme, rows))));
    if (!figures.length) $("figures").replaceChildren(element("p", {class: "empty"}, "There are no such pages."));
    $("figures-title").textContent = `Figures: ${currentSet().name}${state.group === "all" ? "" : ", " + state.group} (${group.pages} pages)`;
  }
  function figuresTable(group, theme, rows) {
    const head = element("tr", {}, element("th", {}, "method"), ...rows.map(({name}) => element("th", {}, name)));
    const body = shownMethods().map(m => element("tr", {},
      element("td", {}, swatch(m), " ", data.methods[m]),
      ...rows.map(({name, f}) => {
        const [value, low, high] = group.figures[m][f];
        const all = shownMethods().map(k => group.figures[k][f][0]).filter(v => v !== null);
        const best = all.length > 1 && value === (lowerIsBetter(name) ? Math.min(...all) : Math.max(...all));
        return element("td", {class: best ? "best" : null}, format(value, name),
          element("br"), element("small", {}, low === null ? "" : `${format(low, name)}–${format(high, name)}`));
      })));
    return element("table", {}, element("caption", {}, theme), element("thead", {}, head), element("tbody", {}, ...body));
  }
  const swatch = m => element("span", {class: "swatch", style: `background:${colour(m)}`});

  // --- One row a set and group: dots with whiskers ---

  function drawIntervals() {
    const f = data.figures.indexOf(state.figure);
    const rows = data.sets.flatMap((set, s) => set.groups.map(group => ({s, set, group})))
      .filter(({group}) => group.pages === 0 || shownMethods().some(m => group.figures[m][f][0] !== null));
    const methods = shownMethods();
    const step = Math.max(22, 9 * methods.length + 8), left = 260, right = 960, top = 8;
    let max = 1;
    if (state.figure === "ms" || state.figure === "mcr")
      max = Math.max(1e-3, ...rows.flatMap(({group}) => methods.map(m => group.figures[m][f][2] ?? 0)));
    const x = value => left + (right - left) * Math.min(value, max) / max;
    const height = top + rows.length * step + 26;
    const plot = svg("svg", {viewBox: `0 0 1000 ${height}`, role: "img", "aria-label": `${state.figure} by set and kind of page`});
    for (let i = 0; i <= 10; ++i) {
      plot.append(svg("line", {class: "axis", x1: x(max * i / 10), x2: x(max * i / 10), y1: top, y2: height - 22}),
        svg("text", {x: x(max * i / 10), y: height - 6, "text-anchor": "middle"}, (max * i / 10).toFixed(max > 10 ? 0 : 1)));
    }
    rows.forEach(({s, set, group}, i) => {
      const middle = top + (i + .5) * step;
      const all = group.name === "all";
      if (all && i > 0) plot.append(svg("line", {class: "axis", x1: 0, x2: right, y1: top + i * step, y2: top + i * step}));
      const label = svg("text", {x: all ? 0 : 16, y: middle + 4, style: all ? "font-weight:600;fill:var(--ink)" : "", cursor: "pointer",
        onclick: () => choose(s, group.name)}, `${all ? set.name : group.name} (${group.pages})`);
      plot.append(label);
      if (group.pages === 0) plot.append(svg("text", {x: left - 16, y: middle + 4, "text-anchor": "end"}, "–"));
      methods.forEach((m, k) => {
        const [value, low, high] = group.figures[m][f];
        if (value === null) return;
        const y = middle + (k - (methods.length - 1) / 2) * 9;
        if (low !== null) plot.append(svg("line", {x1: x(low), x2: x(high), y1: y, y2: y, stroke: colour(m), "stroke-width": 2}));
        plot.append(svg("circle", {class: "dot", cx: x(value), cy: y, r: 4.5, fill: colour(m), style: "fill-opacity:1",
          onclick: () => choose(s, group.name)},
          svg("title", {}, `${set.name}, ${group.name}\n${data.methods[m]}: ${format(value, state.figure)} (${format(low, state.figure)}–${format(high, state.figure)})`)));
      });
    });
    $("intervals").replaceChildren(plot);
  }
  function choose(set, group) {
    state.set = set;
    state.group = group;
    fillSelects();
    draw();
  }

  // --- Plots of pages ---

  const box = {left: 62, right: 538, top: 12, bottom: 330};
  function frame(label, xTicks, xLabel, yTicks, yLabel) {
    const plot = svg("svg", {viewBox: "0 0 570 390", role: "img", "aria-label": label});
    for (const [at, text] of xTicks)
      plot.append(svg("line", {class: "axis", x1: at, x2: at, y1: box.top, y2: box.bottom}),
        svg("text", {x: at, y: box.bottom + 20, "text-anchor": "middle"}, text));
    for (const [at, text] of yTicks)
      plot.append(svg("line", {class: "axis", x1: box.left, x2: box.right, y1: at, y2: at}),
        svg("text", {x: box.left - 8, y: at + 5, "text-anchor": "end"}, text));
    plot.append(svg("text", {x: (box.left + box.right) / 2, y: box.bottom + 46, "text-anchor": "middle"}, xLabel),
      svg("text", {x: 16, y: (box.top + box.bottom) / 2, "text-anchor": "middle", transform: `rotate(-90 16 ${(box.top + box.bottom) / 2})`}, yLabel));
    return plot;
  }
  const scaleX = share => box.left + (box.right - box.left) * share;
  const scaleY = share => box.bottom - (box.bottom - box.top) * share;
  const shares = scale => [0, .2, .4, .6, .8, 1].map(v => [scale(v), v.toFixed(1)]);

  function scatter(target, plot, pointOf, list) {
    const means = [];
    for (const m of shownMethods()) {
      let sx = 0, sy = 0, n = 0;
      for (const place of list) {
        const score = pageOf(place)[2][m];
        const point = pointOf(score);
        if (!point) continue;
        sx += point[0]; sy += point[1]; n += 1;
        plot.append(svg("circle", {class: "dot", cx: point[0].toFixed(1), cy: point[1].toFixed(1), r: 3, fill: colour(m),
          onclick: () => open(place, m, list)},
          svg("title", {}, `${pageOf(place)[0]}\n${data.methods[m]}: f1 ${format(score[F1])}`)));
      }
      if (n) means.push(svg("circle", {class: "mean", cx: sx / n, cy: sy / n, r: 7, fill: colour(m), "pointer-events": "none"}));
    }
    plot.append(...means);
    $(target).replaceChildren(plot);
  }

  function drawPages() {
    const list = places();
    // Points at the very edge lie on each other: spread them by a fixed pattern.
    let n = 0;
    const spread = () => ((n++ * 0.618034) % 1 - .5) * 6;
    scatter("precision-recall", frame("Precision against recall", shares(scaleX), "recall", shares(scaleY), "precision"),
      score => score[F1] === null ? null : [scaleX(score[R]) + spread(), scaleY(score[P]) + spread()], list);

    const bins = 20;
    const counts = shownMethods().map(m => {
      const count = new Array(bins).fill(0);
      for (const place of list) {
        const f1 = pageOf(place)[2][m][F1];
        if (f1 !== null) ++count[Math.min(bins - 1, Math.floor(f1 * bins))];
      }
      return count;
    });
    const most = Math.max(1, ...counts.flat());
    const plot = frame("Distribution of page F1", shares(scaleX), "F1 of a page",
      [0, .25, .5, .75, 1].map(v => [scaleY(v), Math.round(v * most)]), "pages");
    shownMethods().forEach((m, k) => {
      let path = `M ${scaleX(0)} ${scaleY(0)}`;
      counts[k].forEach((count, bin) => { path += ` V ${scaleY(count / most)} H ${scaleX((bin + 1) / bins)}`; });
      plot.append(svg("path", {d: path + ` V ${scaleY(0)}`, fill: colour(m), "fill-opacity": .12, stroke: colour(m), "stroke-width": 1.5}));
    });
    $("distribution").replaceChildren(plot);

    const times = list.flatMap(place => shownMethods().map(m => pageOf(place)[2][m][MS])).filter(ms => ms > 0);
    const low = Math.floor(Math.log10(Math.min(.1, ...times))), high = Math.ceil(Math.log10(Math.max(10, ...times)));
    const ticks = [];
    for (let e = low; e <= high; ++e) ticks.push([scaleX((e - low) / (high - low)), String(Number(Math.pow(10, e).toPrecision(1)))]);
    scatter("time", frame("F1 against time", ticks, "milliseconds for the page (processor time)", shares(scaleY), "F1"),
      score => score[F1] === null || !(score[MS] > 0) ? null
        : [scaleX((Math.log10(score[MS]) - low) / (high - low)), scaleY(score[F1]) + spread()], list);
  }

  // --- Table of pages ---

  function drawTable() {
    const word = $("filter").value.toLowerCase();
    const value = place => state.sort === -2 ? pageOf(place)[0] : state.sort === -1 ? pageOf(place)[1] : pageOf(place)[2][state.sort][F1];
    const list = places().filter(place => (!word || pageOf(place)[0].toLowerCase().includes(word)) &&
      (!$("explained-only").checked || explained.has(`${place.set} ${place.page}`)));
    list.sort((a, b) => {
      const x = value(a), y = value(b);
      if (x === y) return a.page - b.page;
      if (x === null || y === null) return x === null ? 1 : -1;
      return (x < y ? -1 : 1) * (state.up ? 1 : -1);
    });
    const header = (text, key) => element("th", {class: key < 0 ? "plain" : null, "aria-sort": state.sort === key ? (state.up ? "ascending" : "descending") : null},
      element("button", {type: "button", onclick: () => {
        state.up = state.sort === key ? !state.up : true;
        state.sort = key;
        drawTable();
      }}, text + (state.sort === key ? (state.up ? " ▲" : " ▼") : "")));
    const head = element("tr", {}, header("page", -2), ...(data.by ? [header(data.by, -1)] : []),
      ...shownMethods().map(m => header(data.methods[m], m)));
    const rows = list.slice(0, state.rows).map(place => element("tr", {},
      element("td", {}, explained.has(`${place.set} ${place.page}`) ? "● " : "  ",
        element("button", {type: "button", class: "link", title: pageOf(place)[0], onclick: () => open(place, Math.max(0, state.sort), list)}, pageOf(place)[0])),
      ...(data.by ? [element("td", {class: "plain"}, pageOf(place)[1])] : []),
      ...shownMethods().map(m => element("td", {}, format(pageOf(place)[2][m][F1])))));
    $("pages").replaceChildren(element("thead", {}, head), element("tbody", {}, ...rows));
    $("shown").textContent = `${Math.min(state.rows, list.length)} of ${list.length} pages`;
    $("more").hidden = list.length <= state.rows;
  }

  // --- One page ---

  function open(place, method, list) {
    state.list = list;
    state.at = list.findIndex(other => other.set === place.set && other.page === place.page);
    $("page-method").value = method;
    drawPage();
    if (!$("page").open) $("page").showModal();
  }

  const KINDS = {right: "kept", wrong: "wrongly kept", missed: "missed", rest: "dropped"};
  function drawPage() {
    const place = state.list[state.at], row = pageOf(place), m = Number($("page-method").value);
    const score = row[2][m], page = explained.get(`${place.set} ${place.page}`);
    $("page-title").textContent = `${row[0]} — f1 ${format(score[F1])}, p ${format(score[P])}, r ${format(score[R])}`;
    $("page-url").textContent = page ? page.url : "";
    $("previous").disabled = state.at === 0;
    $("next").disabled = state.at === state.list.length - 1;
    if (!page) {
      $("blocks-title").textContent = "The page";
      $("gold-title").textContent = "The gold text";
      $("blocks").replaceChildren(element("p", {class: "empty"},
        "The blocks of this page are not in this report. `pith eval --report-pages N` puts more of them in."));
      $("gold").replaceChildren();
      return;
    }
    const count = {right: 0, wrong: 0, missed: 0, rest: 0};
    const blocks = page.blocks[m].map(([text, path, reason, score_, kept, wanted]) => {
      const kind = kept ? (wanted ? "right" : "wrong") : wanted ? "missed" : "rest";
      ++count[kind];
      if (kind === "rest" && !$("show-rest").checked) return null;
      const why = [page.strings[path], page.strings[path] ? `score ${Number(score_.toPrecision(4))}` : "", page.strings[reason]].filter(Boolean).join(" · ");
      return element("div", {class: `block ${kind}`}, element("small", {}, element("span", {class: "tag"}, KINDS[kind]), why ? " · " + why : ""),
        page.strings[text]);
    }).filter(Boolean);
    $("blocks").replaceChildren(...(blocks.length ? blocks : [element("p", {class: "empty"}, "Nothing was kept.")]));
    $("blocks-title").textContent = `The page: ${count.right} kept, ${count.wrong} wrongly kept, ${count.missed} missed, ${count.rest} dropped`;
    const lines = page.gold.map((line, i) => {
      const found = page.found[m][i] >= .5;
      return element("div", {class: `block ${found ? "right" : "missed"}`},
        element("small", {}, element("span", {class: "tag"}, found ? "found" : "missed")), line);
    });
    const lost = page.found[m].filter(share => share < .5).length;
    $("gold").replaceChildren(...(lines.length ? lines : [element("p", {class: "empty"}, "This page has no main text.")]));
    $("gold-title").textContent = `The gold text: ${lines.length} ${lines.length === 1 ? "line" : "lines"}, ${lost} missed`;
  }
  /** Scrolls both columns to the first block that was kept; where none was, to the first that should have been. */
  function showFirstKept() {
    for (const column of ["blocks", "gold"]) {
      const first = $(column).querySelector(".right, .wrong") ?? $(column).querySelector(".missed");
      first?.scrollIntoView({block: "start"});
    }
  }
  function turn(by) {
    const at = state.at + by;
    if (at < 0 || at >= state.list.length) return;
    state.at = at;
    drawPage();
    for (const section of document.querySelectorAll(".columns > section")) section.scrollTop = 0;
  }

  // --- Controls ---

  function options(select, names, value) {
    select.replaceChildren(...names.map(([key, text]) => element("option", {value: key, selected: String(key) === String(value)}, text)));
  }
  function fillSelects() {
    options($("set"), data.sets.map((set, s) => [s, set.name]), state.set);
    if (!currentSet().groups.some(group => group.name === state.group)) state.group = "all";
    options($("group"), currentSet().groups.map(group => [group.name, `${group.name} (${group.pages})`]), state.group);
    options($("figure"), data.figures.map(name => [name, name]), state.figure);
  }
  function draw() {
    state.rows = ROWS;
    drawFigures();
    drawIntervals();
    drawPages();
    drawTable();
  }

  const pages = data.sets.reduce((sum, set) => sum + set.pages.length, 0);
  $("about").textContent = `pith ${data.version}: ${data.methods.length} methods on ${pages} pages of ${data.sets.length} ${data.sets.length === 1 ? "set" : "sets"}.`;
  $("methods").replaceChildren(...data.methods.map((name, m) => element("label", {},
    element("input", {type: "checkbox", checked: state.on[m], onchange: event => { state.on[m] = event.target.checked; draw(); }}), swatch(m), name)));
  options($("page-method"), data.methods.map((name, m) => [m, name]), 0);
  fillSelects();
  $("set").addEventListener("change", event => choose(Number(event.target.value), "all"));
  $("group").addEventListener("change", event => choose(state.set, event.target.value));
  $("figure").addEventListener("change", event => { state.figure = event.target.value; drawIntervals(); });
  $("filter").addEventListener("input", () => { state.rows = ROWS; drawTable(); });
  $("explained-only").addEventListener("change", drawTable);
  $("more").addEventListener("click", () => { state.rows += 5 * ROWS; drawTable(); });
  $("page-method").addEventListener("change", drawPage);
  $("show-rest").addEventListener("change", drawPage);
  $("previous").addEventListener("click", () => turn(-1));
  $("next").addEventListener("click", () => turn(1));
  $("first-kept").addEventListener("click", showFirstKept);
  $("close").addEventListener("click", () => $("page").close());
  $("page").addEventListener("keydown", event => {
    if (event.target.tagName === "SELECT" || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") turn(-1);
    else if (event.key === "ArrowRight") turn(1);
    else if (event.key === "k") showFirstKept();
  });
  draw();
})();
