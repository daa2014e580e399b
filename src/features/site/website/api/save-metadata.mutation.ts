import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/text/storable'
import type { Edits } from '@/shared/hooks/kept-edits'
import { type MetadataKey, metadataKeys, type MetadataValues } from '../metadata-fields'
import { websiteMetadataKey } from './metadata.query'

/** Every setting of the site as text, for the form; empty when not set. */
export const metadataSettingsQuery = queryOptions({
  queryKey: [...websiteMetadataKey, 'settings'],
  queryFn: async ({ signal }): Promise<MetadataValues> => {
    const { data } = await db
      .from('website_metadata_settings')
      .select('setting_key, setting_value')
      .abortSignal(signal)
      .throwOnError()
    const valueOf = (key: MetadataKey) => data.find(({ setting_key }) => setting_key === key)?.setting_value ?? ''
    return {
      site_title: valueOf('site_title'),
      site_description: valueOf('site_description'),
      site_author: valueOf('site_author'),
      keywords: valueOf('keywords'),
      site_url: valueOf('site_url'),
      favicon_url: valueOf('favicon_url'),
      og_title: valueOf('og_title'),
      og_description: valueOf('og_description'),
      og_image: valueOf('og_image'),
      og_type: valueOf('og_type'),
      twitter_title: valueOf('twitter_title'),
      twitter_description: valueOf('twitter_description'),
      twitter_image: valueOf('twitter_image'),
      twitter_card: valueOf('twitter_card'),
    }
  },
})

/** Saves each edited setting unless another person changed it since. Returns the saved ones. */
export async function saveMetadata(edits: Edits<MetadataKey>): Promise<MetadataKey[]> {
  const saved: MetadataKey[] = []
  for (const key of metadataKeys) {
    const edit = edits[key]
    if (!edit) continue
    const saving = db
      .from('website_metadata_settings')
      .update({ setting_value: storableLine(edit.to) || null })
      .eq('setting_key', key)
    const guarded = edit.from ? saving.eq('setting_value', edit.from) : saving.is('setting_value', null)
    const { data } = await guarded.select('setting_key').throwOnError()
    if (data.length > 0) saved.push(key)
  }
  return saved
}
