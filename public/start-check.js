// Shows the page's message about old browsers (src/server/platform/pages/pages.ts) if the application cannot start. It runs
// before the application in every browser, also in those that cannot parse the application. So it is written in ES5.
(function () {
  var root = document.getElementById('root');
  var needs = document.getElementById('needs');
  if (!root || !needs) return;

  function show() {
    needs.removeAttribute('hidden');
  }

  /** Before the first screen, any failure of our own code means that no screen will appear. */
  function showUnlessStarted(event) {
    var target = event.target;
    var isOurs =
      event.type === 'unhandledrejection' ||
      (target === window ? String(event.filename).indexOf(location.origin) === 0 : target.nodeName === 'SCRIPT');
    if (isOurs && !root.firstChild) show();
  }

  // The build cannot polyfill these two. They are as new as anything else that it cannot polyfill.
  if (!window.URL || !URL.canParse || !('popover' in document.body)) show();
  window.addEventListener('error', showUnlessStarted, true);
  window.addEventListener('unhandledrejection', showUnlessStarted);
})();
