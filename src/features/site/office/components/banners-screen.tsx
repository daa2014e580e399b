import { checkbox, choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { wholeNumber } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { hasPermission, type Rights } from '@/shared/domain/people/permission'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { officeKey } from '../api/office.query'
import { useLiveOffice } from '../use-live-office'

const mayChange = (rights: Rights) => hasPermission(rights, 'manage_website')
const banners = defineSmallTable({
  table: 'banners',
  one: 'banner',
  many: 'banners',
  fields: defineFields({
    title: text('Words in bold', { required: true, max: 120, wide: true }),
    body: text('More words', { max: 300, wide: true }),
    link: text('Link', {
      max: 500,
      placeholder: '/services/vehicle-graphics',
      check: (typed) =>
        /^(\/[a-z0-9][a-z0-9/_-]*|https:\/\/[^\s"<>]+)$/.test(typed)
          ? null
          : 'A page of the site begins with /, another address with https://',
    }),
    link_label: text('Words of the link', { max: 60 }),
    placement: choice(
      'Shows',
      [
        { value: 'everywhere', label: 'On every page' },
        { value: 'home', label: 'On the home page' },
        { value: 'services', label: 'On services' },
        { value: 'tips', label: 'On tips' },
      ],
      { required: true, initial: 'everywhere' },
    ),
    starts_on: date('First day'),
    ends_on: date('Last day'),
    is_active: checkbox('Switched on', { wide: false, initial: true }),
    sort: wholeNumber('Place', { required: true, most: '10000', initial: 0 }),
  }),
  columns: ['title', 'placement', 'starts_on', 'ends_on', 'is_active', 'sort'],
  key: officeKey,
  live: [],
  order: 'sort',
  check: ({ starts_on: first, ends_on: last }): Record<string, string> =>
    first && last && last < first ? { ends_on: 'The last day is before the first' } : {},
  rights: { add: mayChange, change: mayChange, remove: mayChange },
  about: 'A banner is shown above the pages of the public site from its first day to its last.',
})

/** /banners: lines above the pages of the public site, with the days on which they show. */
export function BannersScreen() {
  useLiveOffice()
  return (
    <PageFrame title="Banners" lead="Lines above the pages of the public site. Both days are included." width="page">
      <SmallTable of={banners} />
    </PageFrame>
  )
}
