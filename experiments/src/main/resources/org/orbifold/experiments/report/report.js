(function () {
  var tip = document.getElementById('tip');
  function hide() { tip.style.display = 'none'; }
  function show(event) {
    var text = event.target.getAttribute ? event.target.getAttribute('data-tip') : null;
    if (!text) { hide(); return; }
    tip.textContent = text;
    tip.style.display = 'block';
    var box = tip.getBoundingClientRect();
    tip.style.left = Math.max(4, Math.min(event.clientX + 12, window.innerWidth - box.width - 4)) + 'px';
    tip.style.top = Math.max(4, event.clientY - box.height - 12) + 'px';
  }
  document.addEventListener('pointerover', show);
  document.addEventListener('pointerdown', show);
  window.addEventListener('scroll', hide, {passive: true});
}());
