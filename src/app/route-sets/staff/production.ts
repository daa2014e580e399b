import { paths } from '../../paths.ts'
import { type AppRoute, holdersOf, redirect, screensOf, viewersOf } from '../route.ts'

const production = screensOf('production', { guard: viewersOf('production'), frame: 'staff' })
const jobs = screensOf('production', { guard: viewersOf('jobs'), frame: 'staff' })
const parameters = screensOf('production', { guard: viewersOf('cnc-parameters'), frame: 'staff' })

export const productionRoutes: readonly AppRoute[] = [
  production(paths.production, {
    title: 'Production',
    purpose: 'The live board by stage and machine: start and stop a step, put a job on hold, check its quality.',
  }),
  production(paths.panelAssembly, {
    title: 'Panel Assembly',
    purpose: 'Panels and their parts; whoever fits a part ticks it, and everybody at the bench sees it.',
  }),
  production(paths.productionSettings, {
    title: 'Production Settings',
    purpose: 'Machines and benches with their capacity, and the steps that each kind of job goes through.',
  }),
  production(paths.allJobs, {
    title: 'All Jobs',
    purpose: 'Every open job with its stage and due date, the late ones first.',
    guard: viewersOf('orders'),
  }),
  jobs(paths.jobs, { title: 'Jobs', purpose: 'Jobs by client, order and status.' }),
  jobs(paths.createJob, { title: 'Create a Job', purpose: 'A job that does not come from a quotation.' }),
  jobs(paths.createJobFromQuotation, {
    title: 'Create Jobs',
    purpose: 'Jobs from the lines of a quotation, with the steps that their kind goes through.',
  }),
  jobs(paths.jobPanelDemo, { title: 'Job Panel Demo', purpose: 'A job card in all its states, to look at.' }),
  redirect(paths.jobTypes, paths.services),
  redirect(paths.jobTypePages, paths.services),
  parameters(paths.cncParameters, {
    title: 'CNC Parameters',
    purpose: 'Feed, speed, depth and price of each material, thickness and bit.',
    guard: viewersOf('cnc-parameters'),
  }),
  parameters(paths.laserParameters, {
    title: 'Laser Parameters',
    purpose: 'Power, speed, passes and price of each material and thickness.',
  }),
  parameters(paths.ecoSolventParameters, {
    title: 'Eco-solvent Parameters',
    purpose: 'Speed, ink and price of each medium and quality of the printers.',
  }),
  parameters(paths.humanServiceParameters, {
    title: 'Human Service Parameters',
    purpose: 'Hourly cost and price of work by people, with crew sizes and travel zones.',
    guard: holdersOf('view_financial_data'),
  }),
  parameters(paths.serviceParameters, {
    title: 'Service Parameters',
    purpose: 'What each service asks for when it is priced.',
  }),
]
