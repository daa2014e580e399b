import type { QueryClient } from '@tanstack/react-query'
import { holdersOf, viewersOf } from '../route-sets/route.ts'

export const production = {
  screens: [
    {
      path: '/production',
      title: 'Production',
      part: 'production',
      guard: viewersOf('production'),
      keys: 'G P',
      load: async () => (await import('@/features/production/board/components/board-screen')).BoardScreen,
      readAhead: async (queryClient: QueryClient) =>
        (await import('@/features/production/board/api/board.query')).readBoardAhead(queryClient),
    },
    {
      path: '/production/plan',
      title: 'Production Plan',
      part: 'production',
      guard: viewersOf('production'),
      load: async () => (await import('@/features/production/plan/components/plan-screen')).PlanScreen,
    },
    {
      path: '/panel-assembly',
      title: 'Panel Assembly',
      part: 'production',
      guard: viewersOf('production'),
      keys: 'G A',
      load: async () => (await import('@/features/production/panels/components/panels-screen')).PanelsScreen,
    },
    {
      path: '/production-settings',
      title: 'Production Settings',
      part: 'production',
      guard: viewersOf('production'),
      setting: { group: 'machines', place: 1 },
      load: async () =>
        (await import('@/features/production/settings/components/settings-screen')).ProductionSettingsScreen,
    },
    {
      path: '/all-jobs',
      title: 'All Jobs',
      part: 'production',
      guard: viewersOf('orders'),
      keys: 'G J',
      load: async () => (await import('@/features/production/jobs/components/jobs-screen')).AllJobsScreen,
    },
    {
      path: '/jobs',
      title: 'Jobs',
      part: 'production',
      guard: viewersOf('jobs'),
      load: async () => (await import('@/features/production/jobs/components/jobs-screen')).JobsScreen,
    },
    {
      path: '/jobs/create',
      title: 'Create a Job',
      part: 'production',
      guard: viewersOf('jobs'),
      load: async () => (await import('@/features/production/jobs/components/create-job-screen')).CreateJobScreen,
    },
    {
      path: '/jobs/job-panel-demo',
      title: 'Job Panel Demo',
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
      part: 'production',
      guard: viewersOf('cnc-parameters'),
      setting: { group: 'machines', place: 2 },
      load: async () =>
        (await import('@/features/production/parameters/components/cnc-parameters-screen')).CncParametersScreen,
    },
    {
      path: '/laser-parameters',
      title: 'Laser Parameters',
      part: 'production',
      guard: viewersOf('cnc-parameters'),
      setting: { group: 'machines', place: 3 },
      load: async () =>
        (await import('@/features/production/parameters/components/laser-parameters-screen')).LaserParametersScreen,
    },
    {
      path: '/eco-solvent-parameters',
      title: 'Eco-solvent Parameters',
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
      part: 'production',
      guard: viewersOf('cnc-parameters'),
      setting: { group: 'prices', place: 3 },
      load: async () =>
        (await import('@/features/production/parameters/components/service-parameters-screen')).ServiceParametersScreen,
    },
  ],
} as const
