;(function ($, window, undefined) {
  $.fn.tabs = function (options) {
    var settings = $.extend({ speed: 200 }, options || {})
    return this.each(function () {
      var $tabs = $(this).find("li"), current = settings.start ? settings.start : 0
      $tabs.on("click", function (e) { e.preventDefault(); show($tabs.index(this)) })
      function show(i) { if (i < 0 || i >= $tabs.length) return; $tabs.eq(i).addClass("on") }
      show(current)
    })
  }
})(jQuery, window)
