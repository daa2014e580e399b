import { paths } from '../../paths.ts'
import { adminOnly, type AppRoute, holdersOf, screensOf, staffOnly, viewersOf } from '../route.ts'

const settings = screensOf('settings', { guard: staffOnly, frame: 'staff' })
const people = screensOf('staff', { guard: holdersOf('access_staff_activities'), frame: 'staff' })
const tools = screensOf('tools', { guard: staffOnly, frame: 'staff' })

export const settingsRoutes: readonly AppRoute[] = [
  settings(paths.settings, {
    title: 'Settings',
    purpose: 'The way to every setting you may change.',
    load: () => import('../../routes/settings.tsx'),
  }),
  settings(paths.companySettings, {
    title: 'Company',
    purpose: 'Name, logo, contact, VAT number, and how the company writes money and times.',
    guard: adminOnly,
    load: () => import('../../routes/company-settings.tsx'),
  }),
  settings(paths.websiteSettings, {
    title: 'Website Metadata',
    purpose: 'Titles, descriptions and pictures of the site in search results and shared links.',
    guard: adminOnly,
    load: () => import('../../routes/website-settings.tsx'),
  }),
  settings(paths.locations, {
    title: 'Locations',
    purpose: 'Sites of clients on a list and a map, with what is open there.',
    guard: viewersOf('locations'),
    load: () => import('../../routes/locations.tsx'),
  }),
  settings(paths.googleLocation, {
    title: 'Address Finder',
    purpose: 'A pasted map link becomes a point on the map, and a location of a client.',
    guard: viewersOf('locations'),
    load: () => import('../../routes/google-location.tsx'),
  }),
  settings(paths.systemNotes, {
    title: 'System Notes',
    purpose: 'Notices that stay in sight for everybody.',
    guard: viewersOf('system-notes'),
    load: () => import('../../routes/system-notes.tsx'),
  }),
  settings(paths.emailTemplates, {
    title: 'Email Templates',
    purpose: 'The mails we send, with their variables, a preview and a test.',
    guard: viewersOf('email-templates'),
  }),
  settings(paths.emailTemplate, {
    title: 'Edit Email Template',
    purpose: 'Text and subject of one mail, with a preview beside it.',
    guard: viewersOf('email-templates'),
  }),
  settings(paths.emailTemplateDemo, {
    title: 'Email Template Demo',
    purpose: 'Every template filled with example values.',
    guard: viewersOf('email-templates'),
  }),
  settings(paths.scheduledEmails, {
    title: 'Scheduled Emails',
    purpose: 'Mails that wait, went out or failed; cancel one, or send it again.',
    guard: viewersOf('scheduled-emails'),
  }),
  people(paths.staff, {
    title: 'Staff',
    purpose: 'The people who work here and their roles.',
    guard: staffOnly,
    load: () => import('../../routes/staff.tsx'),
  }),
  people(paths.staffActivities, {
    title: 'Staff Activities',
    purpose: 'Who works on what now, and what was done today.',
  }),
  people(paths.staffTimeSummary, {
    title: 'Staff Time Summary',
    purpose: 'Hours of every person by week and month.',
    guard: holdersOf('manage_time_tracking'),
  }),
  people(paths.wageRates, {
    title: 'Wage Rates',
    purpose: 'Hourly rates and the dates from which they hold.',
    guard: holdersOf('manage_wage_rates'),
  }),
  people(paths.designerCommissions, {
    title: 'Designer Commissions',
    purpose: 'What designers earn from orders: approve and pay.',
    guard: holdersOf('view_financial_data'),
  }),
  tools(paths.unusedComponents, {
    title: 'Unused Components',
    purpose: 'For developers: parts of the interface that no screen uses.',
    guard: adminOnly,
  }),
  tools(paths.apiTest, {
    title: 'API Test',
    purpose: 'Whether each service of the back end answers, asked with your own rights.',
    guard: viewersOf('api-test'),
  }),
  tools(paths.testPages, { title: 'Test Pages', purpose: 'For developers: every screen, by set.', guard: adminOnly }),
  tools(paths.demo, { title: 'Demo', purpose: 'The parts of the interface, to look at and to try.' }),
  tools(paths.brandElements, {
    title: 'Brand Elements',
    purpose: 'The sign, the colours and the type of the product.',
  }),
]
