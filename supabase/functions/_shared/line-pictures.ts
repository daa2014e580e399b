import type { SupabaseClient } from '@supabase/supabase-js'
import { type Paper, picturesOf } from '../../../src/documents/paper/paper.ts'

/** The pictures of the lines of a paper, by their paths. One that cannot be read is left out: the paper is whole without. */
export async function linePictures(service: SupabaseClient, paper: Paper): Promise<Map<string, ArrayBuffer>> {
  const read = await Promise.all(
    picturesOf(paper).map(async (path) => {
      const { data } = await service.storage.from('line-pictures').download(path)
      return data ? [[path, await data.arrayBuffer()] as const] : []
    }),
  )
  return new Map(read.flat())
}
