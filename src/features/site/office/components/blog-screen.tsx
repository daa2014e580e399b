import { Badge, Button } from '@mantine/core'
import { IconArticle, IconPlus } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router-dom'
import { defineList } from '@/kit/list/define-list'
import { choiceFilter, searchFilter } from '@/kit/list/filters'
import { RecordList } from '@/kit/list/record-list'
import { hasPermission } from '@/shared/domain/people/permission'
import { momentText } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { officeKey, type PostLine, readPosts } from '../api/office.query'
import { kinds, labelIn, stateOf, states } from '../post-state'
import { useLiveOffice } from '../use-live-office'
import { EditPost, NewPost } from './edit-post'

const postList = defineList({
  name: 'posts',
  one: 'post',
  many: 'posts',
  key: officeKey,
  live: [],
  filters: {
    q: searchFilter('Search posts', 'Title, address'),
    state: choiceFilter('State', states, 'Every state'),
    kind: choiceFilter('Kind', kinds, 'Tips and news'),
  },
  columns: [
    { name: 'title', label: 'Title', sort: 'title', text: (row: PostLine) => row.title },
    {
      name: 'state',
      label: 'State',
      card: 'end',
      cell: (row) => {
        const state = states.find(({ value }) => value === stateOf(row))
        return (
          <Badge variant="light" color={state?.colour ?? 'gray'}>
            {state?.label}
          </Badge>
        )
      },
      csv: (row) => stateOf(row),
    },
    { name: 'kind', label: 'Kind', from: 'sm', cell: (row) => labelIn(kinds, row.kind), csv: (row) => row.kind },
    {
      name: 'shows',
      label: 'Shows from',
      sort: 'shows',
      from: 'sm',
      cell: (row) => (row.published_at ? momentText(row.published_at) : ''),
      csv: (row) => row.published_at,
    },
    { name: 'slug', label: 'Address', from: 'md', text: (row) => row.slug },
  ],
  sort: { by: 'shows', down: true },
  all: readPosts,
  matches: (row, { q, state, kind }) =>
    (state === null || stateOf(row) === state) &&
    (kind === null || row.kind === kind) &&
    `${row.title} ${row.slug}`.toLowerCase().includes(q.trim().toLowerCase()),
  sortValue: (row, by) => (by === 'shows' ? (row.published_at ?? '9999') : row.title.toLowerCase()),
})

/** /blog: tips and news of the public site. `?post=` opens one. */
export function BlogScreen() {
  const [search] = useSearchParams()
  const mayWrite = hasPermission(useRights(), 'manage_website')
  useLiveOffice()
  const post = search.get('post')
  if (post === 'new' && mayWrite) return <NewPost />
  if (post) return <EditPost key={post} id={post} mayWrite={mayWrite} />
  return (
    <PageFrame
      title="Blog"
      lead="Tips and news of the public site. A published post shows from its time on."
      width="full"
      actions={
        mayWrite ? (
          <Button component={Link} to={`${linkTo('/blog')}?post=new`} leftSection={<IconPlus size={18} aria-hidden />}>
            Write a post
          </Button>
        ) : null
      }
    >
      <RecordList
        list={postList}
        href={(row) => `${linkTo('/blog')}?post=${row.id}`}
        empty={{
          icon: <IconArticle stroke={1.5} />,
          title: 'No posts yet',
          children: 'A tip answers what clients ask before they order.',
        }}
      />
    </PageFrame>
  )
}
