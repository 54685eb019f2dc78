'use strict';

angular.module('cosmo.page', ['ngRoute'])
  .constant('API_URL', '/api')
  .constant('AUTOSAVE_DELAY', 3000)
  .constant('LIMITS', {
    blocks: 40,
    seoTitle: 60,
    seoDescription: 160
  })
  // `required` is the field without which a page with such a block may not be published.
  .constant('BLOCK_TYPES', {
    heading: { label: 'Heading', required: 'text', defaults: { text: '', level: 2 } },
    text: { label: 'Text', required: 'html', defaults: { html: '' } },
    image: { label: 'Image', required: 'alt', defaults: { src: '', alt: '', caption: '' } },
    quote: { label: 'Quote', required: 'text', defaults: { text: '', author: '' } },
    button: { label: 'Button', required: 'link', defaults: { label: '', link: '' } }
  })
  .config(['$routeProvider', function ($routeProvider) {
    $routeProvider
      .when('/edit/:address*', {
        templateUrl: 'app/templates/page-editor.html',
        controller: 'PageEditorController',
        resolve: {
          user: ['session', function (session) {
            return session.load();
          }],
          page: ['$route', 'pageApi', function ($route, pageApi) {
            return pageApi.find($route.current.params.address);
          }]
        }
      })
      .otherwise({ redirectTo: '/edit/home' });
  }]);
