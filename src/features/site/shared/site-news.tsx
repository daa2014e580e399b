import { useLive } from '@/kit/live/use-live'
import { topics } from '@/shared/domain/records/nudge'
import { siteKey } from './api/site.query'

const sources = [{ topic: topics.site() }]

/** Reads the shown page again when the office publishes something. */
export function SiteNews(): null {
  useLive(siteKey, sources, { pollEvery: 60_000 })
  return null
}
