'use strict';

angular.module('cosmo.admin', ['ngResource'])
  .constant('API_URL', '/api')
  .constant('PAGE_SIZE', 20)
  .constant('STATUSES', [
    { name: '', label: 'All' },
    { name: 'draft', label: 'Drafts' },
    { name: 'published', label: 'Published' },
    { name: 'archived', label: 'Archived' }
  ]);
