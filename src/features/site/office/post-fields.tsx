import { choice } from '@/kit/fields/choice-fields'
import { dateTime } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { rowChoice } from '@/kit/fields/row-choice'
import { longText, text } from '@/kit/fields/text-fields'
import { photo } from '@/kit/photos/photo-field'
import { drawingChoices } from '@/shared/domain/web/drawing-names'
import { slugOf } from '@/shared/domain/text/slug'
import { article } from '../shared/article-field'
import { officeKey } from './api/office.query'

/** The fields of a post. */
export const postFields = defineFields({
  title: text('Title', { required: true, max: 200, wide: true }),
  slug: text('Address', {
    required: true,
    max: 80,
    help: 'Its place below /tips-advice. An address that was published keeps leading here.',
    placeholder: 'how-large-must-letters-be',
    proposed: ({ title }) => slugOf(title ?? ''),
    duplicate: 'Another post has this address.',
    check: (typed) => (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(typed) ? null : 'Small letters and digits, with single hyphens'),
  }),
  kind: choice(
    'Kind',
    [
      { value: 'tip', label: 'Tip' },
      { value: 'blog', label: 'News' },
    ],
    { required: true, initial: 'tip' },
  ),
  excerpt: longText('In one or two sentences', {
    max: 500,
    help: 'Shown in lists, in search results and in shared links',
  }),
  photo_id: photo('Photograph', { help: 'Shown in the place of the drawing' }),
  picture: choice('Drawing', drawingChoices),
  service_id: rowChoice('Service that it is about', { table: 'services', label: 'name', key: officeKey }),
  body_html: article('Text'),
  status: choice(
    'State',
    [
      { value: 'draft', label: 'Draft' },
      { value: 'published', label: 'Published' },
    ],
    { required: true, initial: 'draft' },
  ),
  published_at: dateTime('Shows from', {
    help: 'Empty: as soon as it is published. A later time: from then on.',
    hiddenUnless: ({ status }) => status === 'published',
  }),
})

export const postSections = [
  { title: 'Post', fields: ['title', 'slug', 'kind', 'excerpt', 'photo_id', 'picture', 'service_id'] },
  { title: 'Text', fields: ['body_html'] },
  { title: 'Publication', fields: ['status', 'published_at'] },
] as const
