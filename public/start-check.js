// Uncovers what the page says of browsers (src/server/platform/pages/pages.ts) where the application cannot start. It runs
// before the application in any browser, also in those that cannot read the application: it is written in the JavaScript of 2009.
(function () {
  var root = document.getElementById('root');
  var needs = document.getElementById('needs');
  if (!root || !needs) return;

  function show() {
    needs.removeAttribute('hidden');
  }

  /** Before the first screen every failure of our own code means that there will be none. */
  function showUnlessStarted(event) {
    var target = event.target;
    var isOurs =
      event.type === 'unhandledrejection' ||
      (target === window ? String(event.filename).indexOf(location.origin) === 0 : target.nodeName === 'SCRIPT');
    if (isOurs && !root.firstChild) show();
  }

  // The build cannot bring these along. Each is as new as all else that it cannot.
  if (!window.URL || !URL.canParse || !('popover' in document.body)) show();
  window.addEventListener('error', showUnlessStarted, true);
  window.addEventListener('unhandledrejection', showUnlessStarted);
})();
