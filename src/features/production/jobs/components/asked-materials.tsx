import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { materialSettingQuery } from '../../shared/api/material-setting.query'
import type { Job } from '../api/job.query'
import { type Material, materialsQuery } from '../api/job-work.query'
import { keptMaterials } from '../hand-over'

type AskedMaterialsProps = {
  job: Pick<Job, 'id'>
  children: (materials: readonly Material[]) => ReactNode
}

/** The reserved materials of a job whose use must be answered: none when the company books as planned. */
export function AskedMaterials({ job, children }: AskedMaterialsProps) {
  const setting = useQuery(materialSettingQuery)
  const materials = useQuery(materialsQuery(job.id))
  if (setting.isError || materials.isError)
    return (
      <Problem onRetry={() => void Promise.all([setting.refetch(), materials.refetch()])}>
        The materials could not be read
      </Problem>
    )
  if (!setting.data || !materials.data) return <LineSkeletons count={3} height={40} />
  return children(setting.data.material_of_jobs === 'as_planned' ? [] : keptMaterials(materials.data))
}
