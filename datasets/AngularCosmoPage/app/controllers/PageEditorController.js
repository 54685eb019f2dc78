'use strict';

angular.module('cosmo.page').controller('PageEditorController', [
  '$scope', '$window', 'dateFilter', 'page', 'user', 'pageApi', 'pageRules', 'session', 'autosave', 'BLOCK_TYPES', 'LIMITS',
  function ($scope, $window, dateFilter, page, user, pageApi, pageRules, session, autosave, BLOCK_TYPES, LIMITS) {
    var savedContent;

    $scope.user = user;
    $scope.rules = pageRules;
    $scope.blockTypes = BLOCK_TYPES;
    $scope.limits = LIMITS;
    $scope.tab = 'content';
    $scope.message = '';
    $scope.busy = false;
    $scope.showProblems = false;
    $scope.publication = { on: null };
    $scope.picker = { block: null };

    function content() {
      return angular.toJson([$scope.page.title, $scope.page.address, $scope.page.blocks, $scope.page.seo]);
    }

    function show(shown) {
      $scope.page = shown;
      savedContent = content();
    }

    function isDirty() {
      return content() !== savedContent;
    }

    $scope.can = function (action) {
      return session.can(action, $scope.page);
    };

    $scope.addressFromTitle = function () {
      var parent = $scope.page.address.replace(/[^\/]*$/, '');
      $scope.page.address = parent + pageRules.slug($scope.page.title);
    };

    $scope.save = function () {
      autosave.cancel();
      $scope.message = 'Saving…';
      return pageApi.save($scope.page).then(function (saved) {
        show(saved);
        $scope.message = 'Draft saved at ' + dateFilter(new Date(), 'HH:mm') + '.';
      }, function (response) {
        $scope.message = response.status === 409 ?
          'Somebody else has changed this page. Reload it to see the newer version.' :
          'The draft could not be saved.';
      });
    };

    $scope.publish = function () {
      $scope.showProblems = true;
      if (pageRules.problems($scope.page).length) {
        return;
      }
      $scope.busy = true;
      $scope.save().then(function () {
        return pageApi.publish($scope.page.id, $scope.publication.on);
      }).then(function (published) {
        show(published);
        $scope.publication.on = null;
        $scope.message = published.status === 'scheduled' ? 'The page is scheduled.' : 'The page is published.';
        $scope.showProblems = false;
        $scope.busy = false;
      });
    };

    $scope.addBlock = function (name) {
      if ($scope.page.blocks.length >= LIMITS.blocks) {
        $window.alert('A page has at most ' + LIMITS.blocks + ' blocks.');
        return;
      }
      $scope.page.blocks.push({ type: name, data: angular.copy(BLOCK_TYPES[name].defaults) });
    };

    $scope.removeBlock = function (index) {
      if ($window.confirm('Remove this block?')) {
        $scope.page.blocks.splice(index, 1);
      }
    };

    $scope.moveBlock = function (from, to) {
      $scope.page.blocks.splice(to, 0, $scope.page.blocks.splice(from, 1)[0]);
    };

    $scope.imagePicked = function (item) {
      var image = $scope.picker.block.data;
      image.src = item.url;
      image.alt = image.alt || item.title;
      $scope.picker.block = null;
    };

    $scope.showRevisions = function () {
      $scope.tab = 'revisions';
      pageApi.revisions($scope.page.id).then(function (revisions) {
        $scope.revisions = revisions;
      });
    };

    $scope.restore = function (revision) {
      if ($window.confirm('Replace the draft by revision ' + revision.number + '?')) {
        $scope.page.title = revision.title;
        $scope.page.blocks = revision.blocks;
        $scope.page.seo = revision.seo;
        $scope.tab = 'content';
      }
    };

    // A new page is created by the button only; from then on every pause in the work saves it.
    $scope.$watch(content, function () {
      if ($scope.page.id && isDirty()) {
        $scope.message = 'Unsaved changes';
        autosave.schedule($scope.save);
      }
    });

    $scope.$on('$locationChangeStart', function (event) {
      if (isDirty() && !$window.confirm('There are unsaved changes. Leave the page anyway?')) {
        event.preventDefault();
      }
    });

    show(page);
  }
]);
