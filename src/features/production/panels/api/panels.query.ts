import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

/** The root of all that is read about panels. */
export const panelsKey = ['panels'] as const

const tables = ['panels', 'panel_parts', 'panel_photos']
export const panelsLive = [
  { page: 'production', tables },
  { page: 'jobs', tables },
] as const

const head = `id, panel_no, kind, title, width_mm, height_mm, depth_mm, status, bin, note, row_version,
  job:jobs!inner(id, job_number, title, status, due_date,
    contact:contacts!jobs_contact_id_fkey(type, name, last_name, company), panels(id))`

/** Panels with the marks of their parts: the open ones by job, or the packed ones, newest first. */
export const panelListQuery = (isPacked: boolean) =>
  queryOptions({
    queryKey: [...panelsKey, 'list', isPacked],
    queryFn: async ({ signal }) => {
      const query = db
        .from('panels')
        .select(`${head}, parts:panel_parts(id, name, fitted_at, missing_at, missing_note)`)
        .limit(400)
        .abortSignal(signal)
      const { data } = await (
        isPacked
          ? query.eq('status', 'packed').order('created_at', { ascending: false })
          : query.neq('status', 'packed').neq('job.status', 'cancelled').order('job_id').order('panel_no')
      ).throwOnError()
      return data
    },
  })
export type PanelLine = Awaited<ReturnType<NonNullable<ReturnType<typeof panelListQuery>['queryFn']>>>[number]

/** One panel with its parts and photos; null when it is not there. */
export const panelQuery = (id: string) =>
  queryOptions({
    queryKey: [...panelsKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('panels')
        .select(
          `${head}, parts:panel_parts(id, position, name, detail, qty, needs_cut, needs_prep, cut_at, cut_by, prepared_at,
          prepared_by, fitted_at, fitted_by, missing_at, missing_note), photos:panel_photos(id, path, created_at, created_by)`,
        )
        .eq('id', id)
        .order('position', { referencedTable: 'panel_parts' })
        .order('created_at', { referencedTable: 'panel_photos' })
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type Panel = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof panelQuery>['queryFn']>>>>

/** Seconds that the address of a photo opens it. */
const life = 3600

export const photosQuery = (paths: readonly string[]) =>
  queryOptions({
    queryKey: ['panel-photos', paths],
    staleTime: (life - 600) * 1000,
    gcTime: (life - 600) * 1000,
    queryFn: async (): Promise<Record<string, string>> => {
      if (paths.length === 0) return {}
      const { data, error } = await (await db.storage()).from('panels').createSignedUrls([...paths], life)
      if (error) throw new Error(error.message)
      return Object.fromEntries(data.flatMap(({ path, signedUrl }) => (path && signedUrl ? [[path, signedUrl]] : [])))
    },
  })
