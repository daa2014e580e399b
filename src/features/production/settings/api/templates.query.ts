import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

export const templatesKey = ['step-templates'] as const

/** Services that become jobs, with the steps of each. */
export const templatesQuery = queryOptions({
  queryKey: templatesKey,
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('services')
      .select(
        `id, name, steps:job_step_templates(id, name, position, work_centre_id, unit, before_approval, after_previous, row_version, wait_minutes,
        minutes_fixed::text, minutes_per_unit::text, work_centre:work_centres(name))`,
      )
      .eq('makes_job', true)
      .is('archived_at', null)
      .order('sort')
      .order('name')
      .order('position', { referencedTable: 'job_step_templates' })
      .limit(500)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})
export type ServiceTemplate = Awaited<ReturnType<NonNullable<(typeof templatesQuery)['queryFn']>>>[number]
export type TemplateStep = ServiceTemplate['steps'][number]

/** What the steps of a service took in at least three jobs with recorded time, and the norm that this would make. */
export const measuredQuery = (serviceId: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'measured', serviceId],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('measured_steps', { p_service_id: serviceId }).abortSignal(signal).throwOnError()
      return data
    },
  })
export type Measured = Awaited<ReturnType<NonNullable<ReturnType<typeof measuredQuery>['queryFn']>>>[number]
