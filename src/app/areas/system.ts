import { adminOnly, holdersOf, staffOnly, viewersOf } from '../route-sets/route.ts'

export const system = {
  screens: [
    {
      path: '/my-profile',
      title: 'My Profile',
      part: 'access',
      guard: staffOnly,
      setting: { group: 'people', place: 1 },
      load: async () => (await import('../screens/my-profile.tsx')).MyProfile,
    },
    {
      path: '/contacts/permissions',
      title: 'Permissions',
      part: 'contacts',
      guard: holdersOf('manage_permissions'),
      setting: { group: 'people', place: 4 },
      load: async () =>
        (await import('@/features/system/role-permissions/components/role-permissions-screen')).RolePermissionsScreen,
    },
    {
      path: '/audit-logs/:id',
      title: 'Audit Log',
      part: 'accounts',
      guard: adminOnly,
      load: async () => (await import('@/features/system/audit/components/audit-log-screen')).AuditLogScreen,
    },
    {
      path: '/settings',
      title: 'Settings',
      part: 'settings',
      guard: staffOnly,
      keys: 'G S',
      load: async () => (await import('../screens/settings.tsx')).Settings,
    },
    {
      path: '/settings/company',
      title: 'Company',
      part: 'settings',
      guard: adminOnly,
      setting: { group: 'company', place: 1 },
      load: async () => (await import('../screens/company-settings.tsx')).CompanySettings,
    },
    {
      path: '/system-notes',
      title: 'System Notes',
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
      part: 'tools',
      guard: adminOnly,
      setting: { group: 'tools', place: 5 },
      load: async () =>
        (await import('@/features/system/tools/components/unused-components-screen')).UnusedComponentsScreen,
    },
    {
      path: '/api-test',
      title: 'API Test',
      part: 'tools',
      guard: viewersOf('api-test'),
      setting: { group: 'tools', place: 1 },
      load: async () => (await import('@/features/system/tools/components/api-test-screen')).ApiTestScreen,
    },
    {
      path: '/test-pages',
      title: 'Test Pages',
      part: 'tools',
      guard: adminOnly,
      setting: { group: 'tools', place: 4 },
      load: async () => (await import('../screens/test-pages.tsx')).TestPages,
    },
    {
      path: '/demo',
      title: 'Demo',
      part: 'tools',
      guard: staffOnly,
      setting: { group: 'tools', place: 2 },
      load: async () => (await import('@/features/system/tools/components/demo-screen')).DemoScreen,
    },
    {
      path: '/demo/brand-elements',
      title: 'Brand Elements',
      part: 'tools',
      guard: staffOnly,
      setting: { group: 'tools', place: 3 },
      load: async () => (await import('@/features/system/tools/components/brand-elements-screen')).BrandElementsScreen,
    },
  ],
} as const
