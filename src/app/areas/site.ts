import { adminOnly, anybody, staffOnly } from '../route-sets/route.ts'

export const site = {
  screens: [
    {
      path: '/booking-list',
      title: 'Booking List',
      purpose: 'Appointments from the public site: confirm, move or cancel them.',
      part: 'website',
      guard: staffOnly,
      load: async () => (await import('@/features/site/appointments/components/booking-list-screen')).BookingListScreen,
    },
    {
      path: '/booking-analytics',
      title: 'Booking Analytics',
      purpose: 'How many appointments are asked for, kept and missed, by service and by day.',
      part: 'website',
      guard: staffOnly,
      load: async () =>
        (await import('@/features/site/analytics/components/booking-analytics-screen')).BookingAnalyticsScreen,
    },
    {
      path: '/blog',
      title: 'Blog',
      purpose: 'Articles and tips for the public site: write, preview, publish.',
      part: 'website',
      guard: staffOnly,
      load: async () => (await import('@/features/site/office/components/blog-screen')).BlogScreen,
    },
    {
      path: '/website-analytics',
      title: 'Website Analytics',
      purpose: 'Visits of the public site by page, source and day, without anything personal.',
      part: 'website',
      guard: staffOnly,
      load: async () =>
        (await import('@/features/site/analytics/components/website-analytics-screen')).WebsiteAnalyticsScreen,
    },
    {
      path: '/new-version',
      title: 'Website Preview',
      purpose: 'The next version of the public site.',
      part: 'website',
      guard: staffOnly,
      frame: 'public',
      load: async () => (await import('@/features/site/pages/components/new-version-page')).NewVersionPage,
    },
    {
      path: '/coming-soon',
      title: 'Coming soon',
      purpose: 'Announces what is about to open.',
      part: 'website',
      guard: anybody,
      frame: 'public',
      load: async () => (await import('@/features/site/pages/components/coming-soon-page')).ComingSoonPage,
    },
    {
      path: '/reviews',
      title: 'Reviews',
      purpose: 'Reviews by clients: publish, hide, answer.',
      part: 'website',
      guard: staffOnly,
      load: async () => (await import('@/features/site/office/components/reviews-screen')).ReviewsScreen,
      setting: { group: 'website', place: 2 },
    },
    {
      path: '/banners',
      title: 'Banners',
      purpose: 'Banners of the public site with the dates when they show.',
      part: 'website',
      guard: staffOnly,
      load: async () => (await import('@/features/site/office/components/banners-screen')).BannersScreen,
      setting: { group: 'website', place: 3 },
    },
    {
      path: '/analytics',
      title: 'Analytics',
      purpose: 'Sales, win rate of quotations, overdue money and labour, month by month.',
      part: 'website',
      guard: staffOnly,
      load: async () => (await import('@/features/accounts/analytics/components/analytics-screen')).AnalyticsScreen,
    },
    {
      path: '/settings/website',
      title: 'Website Metadata',
      purpose: 'Titles, descriptions and pictures of the site in search results and shared links.',
      part: 'settings',
      guard: adminOnly,
      setting: { group: 'website', place: 1 },
      load: async () =>
        (await import('@/features/site/website/components/metadata-settings-screen')).MetadataSettingsScreen,
    },
  ],
} as const
