import { paths } from '../../paths.ts'
import { anybody, type AppRoute, screensOf, staffOnly } from '../route.ts'

const website = screensOf('website', { guard: staffOnly, frame: 'staff' })

export const websiteRoutes: readonly AppRoute[] = [
  website(paths.bookings, {
    title: 'Booking List',
    purpose: 'Appointments from the public site: confirm, move or cancel them.',
  }),
  website(paths.bookingAnalytics, {
    title: 'Booking Analytics',
    purpose: 'How many appointments are asked for, kept and missed, by service and by day.',
  }),
  website(paths.blog, { title: 'Blog', purpose: 'Articles and tips for the public site: write, preview, publish.' }),
  website(paths.websiteAnalytics, {
    title: 'Website Analytics',
    purpose: 'Visits of the public site by page, source and day, without anything personal.',
  }),
  website(paths.websitePreview, { title: 'Website Preview', purpose: 'The next version of the public site.' }),
  website(paths.comingSoon, {
    title: 'Coming soon',
    purpose: 'Announces what is about to open.',
    guard: anybody,
    frame: 'public',
  }),
  website(paths.reviews, { title: 'Reviews', purpose: 'Reviews by clients: publish, hide, answer.' }),
  website(paths.banners, { title: 'Banners', purpose: 'Banners of the public site with the dates when they show.' }),
  website(paths.analytics, {
    title: 'Analytics',
    purpose: 'Sales, win rate of quotations, overdue money and labour, month by month.',
  }),
]
