'use strict';

// What a page has to fulfil before it may be published.
angular.module('cosmo.page').factory('pageRules', ['BLOCK_TYPES', 'LIMITS', function (BLOCK_TYPES, LIMITS) {
  function isBlank(text) {
    return !text || !text.trim();
  }

  return {
    slug: function (title) {
      return title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
    },

    problems: function (page) {
      var problems = [];

      if (isBlank(page.title)) {
        problems.push('The page needs a title.');
      }
      if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(page.address)) {
        problems.push('The address may contain small letters, digits, hyphens and slashes only.');
      }
      if (page.seo.title.length > LIMITS.seoTitle) {
        problems.push('The search title is longer than ' + LIMITS.seoTitle + ' characters.');
      }
      if (page.seo.description.length > LIMITS.seoDescription) {
        problems.push('The search description is longer than ' + LIMITS.seoDescription + ' characters.');
      }
      if (!page.blocks.length) {
        problems.push('The page needs at least one block.');
      }
      page.blocks.forEach(function (block, index) {
        var type = BLOCK_TYPES[block.type];
        if (isBlank(block.data[type.required])) {
          problems.push('Block ' + (index + 1) + ' (' + type.label + '): the field "' + type.required + '" is empty.');
        }
      });
      return problems;
    }
  };
}]);
