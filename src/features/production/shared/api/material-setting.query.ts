import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { NotSaved } from '@/kit/save/not-saved'
import { db } from '@/shared/db/client'

export const materialSettingKey = ['material-of-jobs'] as const
const schema = z.object({ material_of_jobs: z.enum(['asked', 'by_step', 'as_planned']) })
export type MaterialSetting = z.infer<typeof schema>

/** When the workshop reports the used material of a job. */
export const materialSettingQuery = queryOptions({
  queryKey: materialSettingKey,
  queryFn: async ({ signal }): Promise<MaterialSetting> => {
    const { data } = await db
      .from('company_settings')
      .select('material_of_jobs')
      .abortSignal(signal)
      .single()
      .throwOnError()
    return schema.parse(data)
  },
})

/** Changes it for the company. @throws NotSaved when the person may not change it */
export async function saveMaterialSetting(values: { material_of_jobs: string }): Promise<void> {
  const { data } = await db.from('company_settings').update(values).eq('id', 1).select('id').throwOnError()
  if (data.length === 0) throw new NotSaved('refused', 'You may not change how material is booked.')
}
