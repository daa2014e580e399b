import { adminOnly, holdersOf, staffOnly, viewersOf } from '../route-sets/route.ts'

export const system = {
  screens: [
    {
      path: '/my-profile',
      title: 'My Profile',
      purpose: 'Your name, picture and password.',
      part: 'access',
      guard: staffOnly,
      setting: { group: 'people', place: 1 },
      load: async () => (await import('../screens/my-profile.tsx')).MyProfile,
    },
    {
      path: '/contacts/permissions',
      title: 'Permissions',
      purpose: 'Which role may view, create, edit and delete on which page; a change holds at once for everybody.',
      part: 'contacts',
      guard: holdersOf('manage_permissions'),
      setting: { group: 'people', place: 4 },
      load: async () =>
        (await import('@/features/system/role-permissions/components/role-permissions-screen')).RolePermissionsScreen,
    },
    {
      path: '/audit-logs/:id',
      title: 'Audit Log',
      purpose: 'Who changed what in a record, when, from which value to which.',
      part: 'accounts',
      guard: adminOnly,
      load: async () => (await import('@/features/system/audit/components/audit-log-screen')).AuditLogScreen,
    },
    {
      path: '/settings',
      title: 'Settings',
      purpose: 'The way to every setting you may change.',
      part: 'settings',
      guard: staffOnly,
      keys: 'G S',
      load: async () => (await import('../screens/settings.tsx')).Settings,
    },
    {
      path: '/settings/company',
      title: 'Company',
      purpose: 'Name, logo, contact, VAT number and rates, and how the company writes money and times.',
      part: 'settings',
      guard: adminOnly,
      setting: { group: 'company', place: 1 },
      load: async () =>
        (await import('@/features/site/website/components/company-settings-screen')).CompanySettingsScreen,
    },
    {
      path: '/system-notes',
      title: 'System Notes',
      purpose: 'Notices that stay in sight for everybody.',
      part: 'settings',
      guard: viewersOf('system-notes'),
      keys: 'G N',
      setting: { group: 'company', place: 2 },
      load: async () =>
        (await import('@/features/system/system-notes/components/system-notes-screen')).SystemNotesScreen,
    },
    {
      path: '/admin/unused-components',
      title: 'Unused Components',
      purpose: 'For developers: parts of the interface that no screen uses.',
      part: 'tools',
      guard: adminOnly,
    },
    {
      path: '/api-test',
      title: 'API Test',
      purpose: 'Whether each service of the back end answers, asked with your own rights.',
      part: 'tools',
      guard: viewersOf('api-test'),
      setting: { group: 'tools', place: 1 },
    },
    {
      path: '/test-pages',
      title: 'Test Pages',
      purpose: 'For developers: every screen, by set.',
      part: 'tools',
      guard: adminOnly,
    },
    {
      path: '/demo',
      title: 'Demo',
      purpose: 'The parts of the interface, to look at and to try.',
      part: 'tools',
      guard: staffOnly,
    },
    {
      path: '/demo/brand-elements',
      title: 'Brand Elements',
      purpose: 'The sign, the colours and the type of the product.',
      part: 'tools',
      guard: staffOnly,
    },
  ],
} as const
