import { holdersOf, viewersOf } from '../route-sets/route.ts'

export const production = {
  screens: [
    {
      path: '/production',
      title: 'Production',
      purpose: 'The live board by stage and machine: start and stop a step, put a job on hold, check its quality.',
      part: 'production',
      guard: viewersOf('production'),
      keys: 'G P',
      load: async () => (await import('@/features/production/board/components/board-screen')).BoardScreen,
    },
    {
      path: '/panel-assembly',
      title: 'Panel Assembly',
      purpose: 'Panels and their parts; whoever fits a part ticks it, and everybody at the bench sees it.',
      part: 'production',
      guard: viewersOf('production'),
      keys: 'G A',
      load: async () => (await import('@/features/production/panels/components/panels-screen')).PanelsScreen,
    },
    {
      path: '/production-settings',
      title: 'Production Settings',
      purpose: 'Machines and benches with their capacity, and the steps that each kind of job goes through.',
      part: 'production',
      guard: viewersOf('production'),
      setting: { group: 'machines', place: 1 },
      load: async () =>
        (await import('@/features/production/settings/components/settings-screen')).ProductionSettingsScreen,
    },
    {
      path: '/all-jobs',
      title: 'All Jobs',
      purpose: 'Every open job with its stage and due date, the late ones first.',
      part: 'production',
      guard: viewersOf('orders'),
      keys: 'G J',
      load: async () => (await import('@/features/production/jobs/components/jobs-screen')).AllJobsScreen,
    },
    {
      path: '/jobs',
      title: 'Jobs',
      purpose: 'Jobs by client, order and status.',
      part: 'production',
      guard: viewersOf('jobs'),
      load: async () => (await import('@/features/production/jobs/components/jobs-screen')).JobsScreen,
    },
    {
      path: '/jobs/create',
      title: 'Create a Job',
      purpose: 'A job that does not come from a quotation.',
      part: 'production',
      guard: viewersOf('jobs'),
      load: async () => (await import('@/features/production/jobs/components/create-job-screen')).CreateJobScreen,
    },
    {
      path: '/jobs/job-panel-demo',
      title: 'Job Panel Demo',
      purpose: 'A job card in all its states, to look at.',
      part: 'production',
      guard: viewersOf('jobs'),
      load: async () =>
        (await import('@/features/production/board/components/job-panel-demo-screen')).JobPanelDemoScreen,
    },
    { path: '/jobs/job-types', to: '/services' },
    { path: '/jobs/job-types/*', to: '/services' },
    {
      path: '/cnc-parameters',
      title: 'CNC Parameters',
      purpose: 'Feed, speed, depth and price of each material, thickness and bit.',
      part: 'production',
      guard: viewersOf('cnc-parameters'),
      setting: { group: 'machines', place: 2 },
      load: async () =>
        (await import('@/features/production/parameters/components/cnc-parameters-screen')).CncParametersScreen,
    },
    {
      path: '/laser-parameters',
      title: 'Laser Parameters',
      purpose: 'Power, speed, passes and price of each material and thickness.',
      part: 'production',
      guard: viewersOf('cnc-parameters'),
      setting: { group: 'machines', place: 3 },
      load: async () =>
        (await import('@/features/production/parameters/components/laser-parameters-screen')).LaserParametersScreen,
    },
    {
      path: '/eco-solvent-parameters',
      title: 'Eco-solvent Parameters',
      purpose: 'Speed, ink and price of each medium and quality of the printers.',
      part: 'production',
      guard: viewersOf('cnc-parameters'),
      setting: { group: 'machines', place: 4 },
      load: async () =>
        (await import('@/features/production/parameters/components/eco-solvent-parameters-screen'))
          .EcoSolventParametersScreen,
    },
    {
      path: '/human-service-parameters',
      title: 'Human Service Parameters',
      purpose: 'Hourly cost and price of work by people, with crew sizes and travel zones.',
      part: 'production',
      guard: holdersOf('view_financial_data'),
      setting: { group: 'prices', place: 4 },
      load: async () =>
        (await import('@/features/production/parameters/components/human-service-parameters-screen'))
          .HumanServiceParametersScreen,
    },
    {
      path: '/service-parameters',
      title: 'Service Parameters',
      purpose: 'What each service asks for when it is priced.',
      part: 'production',
      guard: viewersOf('cnc-parameters'),
      setting: { group: 'prices', place: 3 },
      load: async () =>
        (await import('@/features/production/parameters/components/service-parameters-screen')).ServiceParametersScreen,
    },
  ],
} as const
