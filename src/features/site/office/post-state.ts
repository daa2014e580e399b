import type { PostLine } from './api/office.query'

/** draft, planned or published: a published post shows from its time on. */
export const stateOf = (post: PostLine, now = Date.now()): 'draft' | 'planned' | 'published' =>
  post.status === 'draft' ? 'draft' : Date.parse(post.published_at ?? '') > now ? 'planned' : 'published'

/** The states of a post, with their colours. */
export const states = [
  { value: 'draft', label: 'Draft', colour: 'gray' },
  { value: 'planned', label: 'Planned', colour: 'yellow' },
  { value: 'published', label: 'Published', colour: 'process' },
]

export const kinds = [
  { value: 'tip', label: 'Tip' },
  { value: 'blog', label: 'News' },
]

export const labelIn = (choices: readonly { value: string; label: string }[], value: string) =>
  choices.find((one) => one.value === value)?.label ?? value
