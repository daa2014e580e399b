import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { IconArrowBackUp, IconDeviceMobile, IconDeviceDesktop, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { notifyWithUndo } from '@/kit/confirm'
import { useLive } from '@/kit/live/use-live'
import { hasPermission } from '@/shared/domain/people/permission'
import { topics } from '@/shared/domain/records/nudge'
import { type Block, mostBlocks, type SitePageName, sitePages } from '@/shared/domain/web/site-blocks'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linkTo } from '@/shared/lib/address'
import { isWriting } from '@/shared/lib/typing'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { TheirsOrMine } from '@/shared/ui/page/theirs-or-mine'
import { photosQuery } from '@/kit/photos/photos.query'
import type { PageFacts } from '../../shared/api/site.query'
import { BlockPartsContext } from '../../shared/blocks/block-parts'
import { Blocks } from '../../shared/blocks/blocks'
import site from '../../shared/site.module.css'
import { draftFactsQuery, draftKey, type PageRow, pageRowQuery, versionsKey } from '../api/site-pages.query'
import { kindWords, movedIn, withBlock } from '../edits'
import { type PageDraft, usePageDraft } from '../use-page-draft'
import { AddBlock, EditedBlockFrame } from './edited-block'
import { editedParts } from './edited-parts'
import classes from './editor.module.css'
import { History } from './history'
import { PublishBar } from './publish-bar'

const pageWords: Readonly<Record<SitePageName, string>> = {
  home: 'Home',
  about: 'About us',
  services: 'Services',
  work: 'Our work',
}
const readPage = (value: string | null): SitePageName => sitePages.find((page) => page === value) ?? 'home'

/** /site of the back office: the pages of the public site, written where they are read. */
export function SiteEditorScreen() {
  const [search, setSearch] = useSearchParams()
  const page = readPage(search.get('page'))
  const rights = useRights()
  const row = useQuery(pageRowQuery(page))
  const facts = useQuery(draftFactsQuery(page))
  const changesOf = (...tables: string[]) => (rights.role ? [{ topic: topics.role(rights.role), tables }] : [])
  useLive(draftKey, changesOf('site_pages', 'site_versions', 'site_photos', 'services', 'reviews', 'blog_posts'))
  useLive(versionsKey, changesOf('site_versions'))
  const failed = row.error ?? facts.error
  return (
    <PageFrame title="Pages of the site" width="full">
      <SegmentedControl
        mb="md"
        aria-label="Page"
        value={page}
        onChange={(next) => setSearch({ page: next })}
        data={sitePages.map((value) => ({ value, label: pageWords[value] }))}
      />
      {row.data && facts.data ? (
        hasPermission(rights, 'manage_website') ? (
          <Editor key={page} page={page} row={row.data} facts={facts.data} />
        ) : (
          <Shown page={page} facts={facts.data} />
        )
      ) : failed ? (
        <Problem onRetry={() => void Promise.all([row.refetch(), facts.refetch()])}>{saveProblem(failed)}</Problem>
      ) : (
        <NamedSkeleton height={640} label="Reading the page" />
      )}
    </PageFrame>
  )
}

/** The draft for those who may not change it. */
const Shown = ({ page, facts }: { page: SitePageName; facts: PageFacts }) => (
  <>
    <Alert color="gray" mb="md">
      You may look at the draft. Who keeps the website may change it.
    </Alert>
    <div className={`${site.page} ${classes.canvas}`}>
      <Blocks facts={facts} isWhole={page === 'services'} />
    </div>
  </>
)

/** Links of the page do not lead away from the editor. */
const stay = (event: MouseEvent) => {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault()
}

function Editor({ page, row, facts }: { page: SitePageName; row: PageRow; facts: PageFacts }) {
  const draft = usePageDraft(page, row)
  const photos = useQuery(photosQuery)
  const { blocks, change } = draft
  const [isHistory, showHistory] = useState(false)
  const onChange = useCallback(
    (next: Block, isStep: boolean) => change((all) => all.map((one) => (one.id === next.id ? next : one)), isStep),
    [change],
  )
  const onRemove = (block: Block, place: number) => {
    change((all) => all.filter(({ id }) => id !== block.id))
    notifyWithUndo(`${kindWords[block.kind]} is off the page.`, () =>
      change((all) => (all.some(({ id }) => id === block.id) ? all : all.toSpliced(place, 0, block))),
    )
  }
  const shown = { ...facts, blocks, photos: photos.data ?? facts.photos }
  const add = (at: number) => (
    <AddBlock isFull={blocks.length >= mostBlocks} onAdd={(kind) => change((all) => withBlock(all, at, kind) ?? all)} />
  )
  return (
    <div
      onKeyDown={(event) => {
        if (isWriting(event.target) || event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        draft.undo()
      }}
    >
      <Toolbar page={page} draft={draft} onHistory={() => showHistory(true)} />
      <Troubles draft={draft} />
      <div className={`${site.page} ${classes.canvas}`} onClickCapture={stay}>
        <BlockPartsContext value={editedParts}>
          {add(0)}
          <Blocks
            facts={shown}
            isWhole={page === 'services'}
            around={(block, children) => {
              const place = blocks.findIndex(({ id }) => id === block.id)
              return (
                <>
                  <EditedBlockFrame
                    block={block}
                    place={place}
                    count={blocks.length}
                    facts={facts}
                    onChange={onChange}
                    onMove={(to) =>
                      change((all) =>
                        movedIn(
                          all,
                          all.findIndex(({ id }) => id === block.id),
                          to,
                        ),
                      )
                    }
                    onRemove={() => onRemove(block, place)}
                  >
                    {children}
                  </EditedBlockFrame>
                  {add(place + 1)}
                </>
              )
            }}
          />
        </BlockPartsContext>
      </div>
      {isHistory ? (
        <History
          page={page}
          onRestore={(old) => {
            const before = blocks
            change(() => old)
            notifyWithUndo('The draft is that version now. Publish it when it is right.', () => change(() => before))
            showHistory(false)
          }}
          onClose={() => showHistory(false)}
        />
      ) : null}
    </div>
  )
}

type ToolbarProps = { page: SitePageName; draft: PageDraft; onHistory: () => void }

/** What can be done with the page as a whole. */
const Toolbar = ({ page, draft, onHistory }: ToolbarProps) => (
  <div className={classes.bar}>
    <SaveState draft={draft} />
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      disabled={!draft.canUndo}
      onClick={draft.undo}
    >
      Undo
    </Button>
    <Previews page={page} save={draft.save} />
    <Button variant="default" leftSection={<IconHistory size={18} aria-hidden />} onClick={onHistory}>
      History
    </Button>
    <PublishBar page={page} draft={draft} />
  </div>
)

const SaveState = ({ draft }: { draft: PageDraft }) => (
  <Text size="sm" c="dimmed" role="status" className={classes.state ?? ''}>
    {draft.trouble ? 'Not saved' : draft.isDirty ? 'Saving…' : 'Draft saved'}
  </Text>
)

function Troubles({ draft }: { draft: PageDraft }) {
  if (!draft.trouble) return null
  if (!draft.trouble.isConflict)
    return <Problem onRetry={() => void draft.save().catch(() => {})}>{saveProblem(draft.trouble.error)}</Problem>
  return (
    <TheirsOrMine
      title="Somebody else changed this page meanwhile. Nothing of yours is saved yet."
      onTheirs={() => void draft.takeTheirs()}
      onMine={() => void draft.keepMine()}
    >
      {null}
    </TheirsOrMine>
  )
}

/** Windows of the size of a phone and of a desk, with the draft as visitors would see it. */
function Previews({ page, save }: { page: SitePageName; save: () => Promise<void> }) {
  const show = (size: string) => {
    const opened = window.open('about:blank', 'site-preview', `popup,${size}`)
    void save()
      .catch(() => {})
      .then(() => opened?.location.assign(`${linkTo('/new-version')}?page=${page}`))
  }
  return (
    <Group gap={4}>
      <Button
        variant="default"
        leftSection={<IconDeviceMobile size={18} aria-hidden />}
        onClick={() => show('width=390,height=844')}
      >
        On a phone
      </Button>
      <Button
        variant="default"
        leftSection={<IconDeviceDesktop size={18} aria-hidden />}
        onClick={() => show('width=1440,height=900')}
      >
        On a desk
      </Button>
    </Group>
  )
}
