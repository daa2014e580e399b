import { Badge, Tabs } from '@mantine/core'
import { IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { confirmRemoval } from '@/kit/confirm'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { RecordPage, RecordState } from '@/kit/record/record-page'
import { OwnTextsOf } from '@/kit/texts/own-texts-of'
import { insertRow, removeRow, saveVersioned } from '@/kit/save/save-row'
import { dayText } from '@/shared/domain/text/formats'
import { previewed } from '@/shared/domain/web/site-preview'
import { linkTo } from '@/shared/lib/address'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useNow } from '@/shared/hooks/use-now'
import { Article } from '../../shared/article'
import { article } from '../../shared/article-field'
import { Drawing } from '../../shared/art/drawing'
import site from '../../shared/site.module.css'
import { officeKey, type Post, postQuery } from '../api/office.query'
import { postFields, postSections } from '../post-fields'

const back = { label: 'All posts', href: linkTo('/blog') }

/** A new post. Its address follows the title until it is edited. */
export function NewPost() {
  const navigate = useNavigate()
  const form = useRecordForm({
    fields: postFields,
    name: 'new-post',
    isNew: true,
    queryKey: officeKey,
    save: (values) => insertRow({ table: 'blog_posts', what: 'this post', values }),
    onSaved: (id) => navigate(`${linkTo('/blog')}?post=${id}`, { replace: true }),
  })
  return (
    <PageFrame title="New post" width="text">
      <RecordForm
        form={form}
        sections={postSections}
        label="New post"
        submitLabel="Save the post"
        onCancel={() => void navigate(linkTo('/blog'))}
        autoFocus
      />
    </PageFrame>
  )
}

export function EditPost({ id, mayWrite }: { id: string; mayWrite: boolean }) {
  const post = useQuery(postQuery(id))
  return (
    <RecordState of={post} what="post" back={back}>
      {(row) => <PostPage row={row} mayWrite={mayWrite} />}
    </RecordState>
  )
}

function PostPage({ row, mayWrite }: { row: Post; mayWrite: boolean }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useRecordForm({
    fields: postFields,
    name: `post-${row.id}`,
    stored: row,
    queryKey: officeKey,
    save: (values) => saveVersioned({ table: 'blog_posts', what: 'this post', row, values }),
  })
  const removing = useActMutation({
    mutationFn: () => removeRow({ table: 'blog_posts', what: 'this post', id: row.id }),
    onSuccess: async () => {
      await navigate(linkTo('/blog'))
      await queryClient.invalidateQueries({ queryKey: officeKey })
    },
  })
  const now = useNow(30_000)
  const isOut = row.status === 'published' && Date.parse(row.published_at ?? '') <= now
  const state = row.status === 'draft' ? 'Draft' : isOut ? 'Published' : 'Planned'
  return (
    <RecordPage
      title={row.title}
      kind={row.kind === 'tip' ? 'Tip' : 'News'}
      status={
        <Badge variant="light" color={isOut ? 'process' : state === 'Planned' ? 'yellow' : 'gray'}>
          {state}
        </Badge>
      }
      back={back}
      actions={[
        ...(isOut
          ? [
              {
                label: 'Open on the site',
                icon: <IconExternalLink size={18} aria-hidden />,
                onClick: () =>
                  void window.open(previewed(linkTo('/tips-advice/:slug', { slug: row.slug })), '_blank', 'noopener'),
              },
            ]
          : []),
        ...(mayWrite
          ? [
              {
                label: 'Remove',
                icon: <IconTrash size={18} aria-hidden />,
                isDangerous: true,
                isBusy: removing.isPending,
                onClick: () =>
                  confirmRemoval({
                    title: 'Remove this post?',
                    text: `“${row.title}” disappears from the site, and its address leads to nothing.`,
                    confirm: 'Remove the post',
                    onConfirm: () => removing.mutate(),
                  }),
              },
            ]
          : []),
      ]}
      notice={removing.isError ? <Problem>{saveProblem(removing.error)}</Problem> : null}
    >
      {mayWrite ? (
        <Tabs defaultValue="write" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="write">Write</Tabs.Tab>
            <Tabs.Tab value="preview">Preview</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="write">
            <OwnTextsOf source="blog_posts" recordId={row.id} rich={article}>
              <RecordForm form={form} sections={postSections} label="Edit post" submitLabel="Save changes" />
            </OwnTextsOf>
          </Tabs.Panel>
          <Tabs.Panel value="preview">
            <Preview
              title={form.drafts.title}
              excerpt={form.drafts.excerpt}
              picture={form.drafts.picture}
              html={form.drafts.body_html}
              at={row.published_at ?? new Date(now).toISOString()}
            />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <Preview
          title={row.title}
          excerpt={row.excerpt ?? ''}
          picture={row.picture ?? ''}
          html={row.body_html}
          at={row.published_at ?? row.created_at}
        />
      )}
    </RecordPage>
  )
}

type PreviewProps = { title: string; excerpt: string; picture: string; html: string; at: string }

/** A preview of the post with unsaved changes. */
const Preview = ({ title, excerpt, picture, html, at }: PreviewProps) => (
  <div className={site.page}>
    <h2 className={site.title}>{title}</h2>
    {excerpt ? <p className={site.lead}>{excerpt}</p> : null}
    <p className={site.quiet}>{dayText(at)}</p>
    <div className={site.picture} style={{ maxWidth: '20rem' }}>
      <Drawing name={picture || null} />
    </div>
    <Article html={html} className={site.prose} />
  </div>
)
