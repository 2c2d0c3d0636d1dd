(function () {
  var tip = document.getElementById('tip');
  var hot = null;
  var reach = 28;

  function each(nodes, action) { Array.prototype.forEach.call(nodes, action); }

  /* Lifts one series of a figure out of the others. */
  function lift(figure, label) {
    each(figure.querySelectorAll('g.series[data-label], .band, .legend li'), function (part) {
      var same = part.getAttribute('data-label') === label;
      part.classList.toggle('dim', label !== null && !same);
      part.classList.toggle('hot', label !== null && same);
    });
  }

  function hide() {
    tip.style.display = 'none';
    if (hot) { hot.classList.remove('on'); lift(hot.closest('figure'), null); hot = null; }
  }

  function nearest(svg, event) {
    var matrix = svg.getScreenCTM();
    if (!matrix) { return null; }
    var best = null;
    var least = reach * reach;
    each(svg.querySelectorAll('circle.hover'), function (point) {
      var x = point.cx.baseVal.value * matrix.a + matrix.e - event.clientX;
      var y = point.cy.baseVal.value * matrix.d + matrix.f - event.clientY;
      if (x * x + y * y < least) { least = x * x + y * y; best = point; }
    });
    return best;
  }

  function show(event) {
    var svg = event.target.closest ? event.target.closest('svg.plot') : null;
    var point = svg ? nearest(svg, event) : null;
    if (!point) { hide(); return; }
    if (point !== hot) {
      hide();
      hot = point;
      point.classList.add('on');
      lift(svg.closest('figure'), point.parentNode.getAttribute('data-label'));
      tip.textContent = point.getAttribute('data-tip');
    }
    tip.style.display = 'block';
    var box = tip.getBoundingClientRect();
    var above = event.clientY - box.height - 14;
    tip.style.left = Math.max(4, Math.min(event.clientX + 14, window.innerWidth - box.width - 4)) + 'px';
    tip.style.top = (above > 4 ? above : event.clientY + 18) + 'px';
  }

  document.addEventListener('pointermove', show);
  document.addEventListener('pointerdown', show);
  window.addEventListener('scroll', hide, {passive: true});
  each(document.querySelectorAll('.legend li'), function (entry) {
    var figure = entry.closest('figure');
    entry.addEventListener('pointerenter', function () { lift(figure, entry.getAttribute('data-label')); });
    entry.addEventListener('pointerleave', function () { lift(figure, null); });
  });
}());
