// Search over the sections of the guide and the types of the API. The index is loaded when it is needed first.
(function () {
  'use strict';
  const MOST_RESULTS = 12;
  const up = document.body.dataset.up;
  const field = document.getElementById('search');
  const results = document.getElementById('results');
  const menu = document.getElementById('menu');
  const nav = document.getElementById('nav');
  let entries = null;
  let loading = false;

  menu.addEventListener('click', () => menu.setAttribute('aria-expanded', String(nav.classList.toggle('open'))));
  const current = nav.querySelector('[aria-current]');
  if (current && current.offsetTop > nav.clientHeight) {
    nav.scrollTop = current.offsetTop - nav.clientHeight / 2;
  }

  function load() {
    if (loading) {
      return;
    }
    loading = true;
    const script = document.createElement('script');
    script.src = up + 'search-index.js';
    script.onload = () => {
      const sections = window.orbifoldSections.map(([address, page, heading, words]) =>
        ({address, page, heading, words, low: words.toLowerCase(), names: (page + ' ' + heading).toLowerCase()}));
      const types = window.orbifoldTypes.map(([address, page, heading]) =>
        ({address, page, heading, words: '', low: '', names: heading.toLowerCase(), type: true}));
      entries = sections.concat(types);
      search();
    };
    document.body.append(script);
  }

  // A word in a heading counts more than one in the text, a whole heading most; all words must occur.
  function score(entry, words) {
    let sum = 0;
    for (const word of words) {
      const inName = entry.names.indexOf(word);
      const inText = entry.low.indexOf(word);
      if (inName < 0 && inText < 0) {
        return 0;
      }
      const starts = inName === 0 || inName > 0 && !/[\p{L}\p{N}]/u.test(entry.names[inName - 1]);
      sum += inName < 0 ? 0 : starts ? 20 : 8;
      sum += inText < 0 ? 0 : Math.min(5, entry.low.split(word).length - 1);
    }
    if (entry.heading.toLowerCase() === words.join(' ')) {
      sum += 50;
    }
    return entry.type ? sum * 0.9 : sum;
  }

  function excerpt(entry, words) {
    const places = words.map(w => entry.low.indexOf(w)).filter(i => i >= 0).concat(entry.low.length);
    const at = Math.max(0, Math.min(...places) - 50);
    return at >= entry.low.length ? entry.words.slice(0, 140) : (at > 0 ? '… ' : '') + entry.words.slice(at, at + 150);
  }

  function element(tag, name, text) {
    const node = document.createElement(tag);
    node.className = name;
    node.textContent = text;
    return node;
  }

  function search() {
    const words = field.value.toLowerCase().split(/\s+/).filter(w => w);
    results.hidden = words.length === 0 || entries === null;
    if (results.hidden) {
      return;
    }
    const found = entries.map(entry => ({entry, points: score(entry, words)})).filter(f => f.points > 0)
      .sort((a, b) => b.points - a.points).slice(0, MOST_RESULTS);
    results.replaceChildren(...found.map(({entry}) => {
      const link = document.createElement('a');
      link.href = up + entry.address;
      link.setAttribute('role', 'option');
      const alone = entry.type || entry.page === entry.heading;
      link.append(element('div', 'where', alone ? entry.heading : entry.page + ' › ' + entry.heading),
        element('div', 'text', entry.type ? entry.page : excerpt(entry, words)));
      link.addEventListener('click', () => { results.hidden = true; });
      return link;
    }));
    if (found.length === 0) {
      results.replaceChildren(element('p', '', 'Nothing found.'));
    }
  }

  function move(step) {
    const links = [...results.querySelectorAll('a')];
    const now = links.findIndex(a => a.classList.contains('chosen'));
    links.forEach(a => a.classList.remove('chosen'));
    if (links.length > 0) {
      const next = links[(now + step + links.length) % links.length];
      next.classList.add('chosen');
      next.scrollIntoView({block: 'nearest'});
    }
  }

  field.addEventListener('focus', load);
  field.addEventListener('input', () => { load(); search(); });
  field.addEventListener('keydown', event => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      const link = results.querySelector('a.chosen') || results.querySelector('a');
      if (link && !results.hidden) {
        link.click();
      }
    } else if (event.key === 'Escape') {
      results.hidden = true;
    }
  });
  document.addEventListener('click', event => {
    if (!results.contains(event.target) && event.target !== field) {
      results.hidden = true;
    }
  });
  document.addEventListener('keydown', event => {
    if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      field.focus();
    }
  });
})();
