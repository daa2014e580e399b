import { adminOnly, anybody, staffOnly } from '../route-sets/route.ts'

export const site = {
  screens: [
    {
      path: '/booking-list',
      title: 'Booking List',
      part: 'website',
      guard: staffOnly,
      load: async () => (await import('@/features/site/appointments/components/booking-list-screen')).BookingListScreen,
    },
    {
      path: '/booking-analytics',
      title: 'Booking Analytics',
      part: 'website',
      guard: staffOnly,
      load: async () =>
        (await import('@/features/site/analytics/components/booking-analytics-screen')).BookingAnalyticsScreen,
    },
    {
      path: '/blog',
      title: 'Blog',
      part: 'website',
      guard: staffOnly,
      load: async () => (await import('@/features/site/office/components/blog-screen')).BlogScreen,
    },
    {
      path: '/website-analytics',
      title: 'Website Analytics',
      part: 'website',
      guard: staffOnly,
      load: async () =>
        (await import('@/features/site/analytics/components/website-analytics-screen')).WebsiteAnalyticsScreen,
    },
    {
      path: '/site',
      title: 'Pages of the site',
      part: 'website',
      guard: staffOnly,
      load: async () => (await import('@/features/site/editor/components/site-editor-screen')).SiteEditorScreen,
      setting: { group: 'website', place: 0 },
    },
    {
      path: '/new-version',
      title: 'Website Preview',
      part: 'website',
      guard: staffOnly,
      frame: 'public',
      load: async () => (await import('@/features/site/pages/components/new-version-page')).NewVersionPage,
    },
    {
      path: '/coming-soon',
      title: 'Coming soon',
      part: 'website',
      guard: anybody,
      frame: 'public',
      load: async () => (await import('@/features/site/pages/components/coming-soon-page')).ComingSoonPage,
    },
    {
      path: '/reviews',
      title: 'Reviews',
      part: 'website',
      guard: staffOnly,
      load: async () => (await import('@/features/site/office/components/reviews-screen')).ReviewsScreen,
      setting: { group: 'website', place: 2 },
    },
    {
      path: '/banners',
      title: 'Banners',
      part: 'website',
      guard: staffOnly,
      load: async () => (await import('@/features/site/office/components/banners-screen')).BannersScreen,
      setting: { group: 'website', place: 3 },
    },
    {
      path: '/analytics',
      title: 'Analytics',
      part: 'website',
      guard: staffOnly,
      load: async () => (await import('@/features/accounts/analytics/components/analytics-screen')).AnalyticsScreen,
    },
    {
      path: '/settings/country',
      title: 'Country',
      part: 'settings',
      guard: adminOnly,
      setting: { group: 'company', place: 9 },
      load: async () => (await import('@/features/site/country/components/country-screen')).CountryScreen,
    },
    {
      path: '/settings/samples',
      title: 'Samples',
      part: 'settings',
      guard: adminOnly,
      setting: { group: 'company', place: 10 },
      load: async () => (await import('@/features/site/samples/components/samples-screen')).SamplesScreen,
    },
    {
      path: '/settings/website',
      title: 'Website Metadata',
      part: 'settings',
      guard: adminOnly,
      setting: { group: 'website', place: 1 },
      load: async () =>
        (await import('@/features/site/website/components/website-settings-screen')).WebsiteSettingsScreen,
    },
  ],
} as const
