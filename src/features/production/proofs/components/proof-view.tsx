import { Menu, SegmentedControl, Select, Text, Button } from '@mantine/core'
import { IconArrowsDiff, IconPhotoOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { StatusBadge } from '@/kit/record/status-badge'
import { proofsPart } from '@/shared/domain/texts/proofs/part'
import { useSay } from '@/kit/client-page/use-say'
import { piecesText, sizeText } from '@/documents/sizes'
import { statusOf } from '@/documents/statuses'
import { countedText } from '@/shared/domain/money/quantity-text'
import { useAnchor } from '@/shared/hooks/use-anchor'
import { useProblem } from '@/shared/hooks/use-problem'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { Problem } from '@/shared/ui/page/problem'
import facts from '@/shared/ui/page/record-page.module.css'
import { filesQuery } from '../api/mockups.query'
import {
  currentOf,
  type MockupJob,
  type Mockups,
  type MockupVersion,
  pinsOf,
  showing,
  withOpenComments,
} from '../mockups'
import { useMeantComment } from '../use-meant-comment'
import { Comments } from './comments'
import { type Comparing, type Place, Stage } from './stage'
import classes from './proofs.module.css'

type ProofViewProps = {
  uuid: string
  mockups: Mockups
  job: MockupJob
  onJob: (id: string) => void
  isStaff: boolean
  mayResolve: boolean
  notices: ReactNode
  head?: ReactNode
  /** The parts beside the picture, above the comments. */
  aside: (version: MockupVersion) => ReactNode
  empty: ReactNode
}

/** One job's mockup: the picture, its pins and comments, its pages and versions. */
export function ProofView(props: ProofViewProps) {
  const { uuid, mockups, job, onJob, isStaff, notices, head, empty } = props
  const say = useSay(proofsPart)
  const current = currentOf(job)
  // A person may look at an older version; when another one becomes current, everybody is led to it.
  const meant = useMeantComment()
  const meantVersion = showing(job, meant)
  const [viewing, setViewing] = useState<{ id: string; besides: string | null } | null>(
    meantVersion ? { id: meantVersion.id, besides: current?.id ?? null } : null,
  )
  const version =
    (viewing && viewing.besides === (current?.id ?? null) ? job.versions.find(({ id }) => id === viewing.id) : null) ??
    current ??
    job.versions[0] ??
    null
  const paths = job.versions.flatMap(({ pages }) => pages.flatMap(({ path, thumb_path }) => [path, thumb_path]))
  const files = useQuery(filesQuery(uuid, isStaff, paths))
  const problemOf = useProblem()
  return (
    <main className={classes.screen}>
      <header className={classes.head}>
        <div>
          <p className={classes.quiet}>
            {version
              ? say('head_version', {
                  company: mockups.company.name,
                  job: job.job_number,
                  version: String(version.version),
                })
              : `${mockups.company.name} · ${job.job_number}`}
          </p>
          <h1 className={classes.title}>{job.title}</h1>
        </div>
        {mockups.jobs.length > 1 ? (
          <Select
            aria-label={say('mockup_of')}
            value={job.id}
            allowDeselect={false}
            data={mockups.jobs.map(({ id, job_number, title }) => ({ value: id, label: `${job_number} · ${title}` }))}
            onChange={(id) => id && onJob(id)}
          />
        ) : null}
        {head}
      </header>
      <div className={classes.notices} role="status">
        {notices}
        <Replaced version={version} current={current} onCurrent={() => setViewing(null)} />
        {files.error ? <Problem onRetry={() => void files.refetch()}>{problemOf(files.error)}</Problem> : null}
      </div>
      {version === null ? (
        <div className={classes.aside} style={{ gridArea: 'stage / stage / aside / aside' }}>
          <EmptyScreen icon={<IconPhotoOff />} title={say('no_mockup')}>
            {empty}
          </EmptyScreen>
        </div>
      ) : (
        <OpenVersion
          key={version.id}
          {...props}
          meant={meant}
          version={version}
          files={files.data ?? {}}
          onView={(id) => setViewing({ id, besides: current?.id ?? null })}
        />
      )}
    </main>
  )
}

type ReplacedProps = {
  version: MockupVersion | null
  current: ReturnType<typeof currentOf>
  onCurrent: () => void
}

/** Says that an older version is looked at. */
function Replaced({ version, current, onCurrent }: ReplacedProps) {
  const say = useSay(proofsPart)
  if (!version || !current || version.id === current.id) return null
  return (
    <p className={classes.notice}>
      <span>{say('replaced', { version: String(version.version), current: String(current.version) })}</span>
      <Button size="compact-sm" variant="default" onClick={onCurrent}>
        {say('show_version', { version: String(current.version) })}
      </Button>
    </p>
  )
}

type OpenVersionProps = ProofViewProps & {
  version: MockupVersion
  /** The comment to which the address leads. */
  meant: string | null
  files: Record<string, string>
  onView: (id: string) => void
}

type PagesProps = {
  pages: MockupVersion['pages']
  page: number
  files: Record<string, string>
  onPage: (page: number) => void
}

/** The pages of a version that has several. */
function Pages({ pages, page, files, onPage }: PagesProps) {
  const say = useSay(proofsPart)
  if (pages.length <= 1) return null
  return (
    <>
      {pages.map((one) => (
        <button
          key={one.page}
          type="button"
          className={classes.thumb}
          aria-label={say('page', { page: String(one.page) })}
          aria-current={one.page === page || undefined}
          onClick={() => onPage(one.page)}
        >
          <img src={files[one.thumb_path]} alt="" width={one.width} height={one.height} loading="lazy" />
        </button>
      ))}
      <span className={classes.divider} />
    </>
  )
}

const statusTexts: Readonly<
  Record<string, 'status_sent' | 'status_approved' | 'status_revision' | 'status_rejected' | 'status_superseded'>
> = {
  sent: 'status_sent',
  approved: 'status_approved',
  revision_requested: 'status_revision',
  rejected: 'status_rejected',
  superseded: 'status_superseded',
}

/** The status of a version in the language of the page; drafts are for staff alone, in English. */
function Standing({ status }: { status: string }) {
  const say = useSay(proofsPart)
  const known = statusOf('mockup', status)
  const text = statusTexts[status]
  return <StatusBadge kind="mockup" status={status} state={known && text ? { ...known, label: say(text) } : null} />
}

/** What was ordered, as the papers of the client say it: the answer is checked against it. */
function Ordered({ job }: { job: MockupJob }) {
  const say = useSay(proofsPart)
  const size = sizeText(job)
  return (
    <section aria-label={say('ordered')}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {job.description || job.title}
      </Text>
      {job.details ? (
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {job.details}
        </Text>
      ) : null}
      <dl className={facts.facts}>
        <dt>{say('quantity')}</dt>
        <dd>{job.unit === 'piece' ? countedText(job.qty, null) : piecesText(job)}</dd>
        {size ? (
          <>
            <dt>{say('size')}</dt>
            <dd>{size}</dd>
          </>
        ) : null}
      </dl>
    </section>
  )
}

function OpenVersion(props: OpenVersionProps) {
  const { uuid, mockups, job, version, meant, files, isStaff, mayResolve, aside, onView } = props
  const say = useSay(proofsPart)
  const named = (of: MockupVersion) => say('version', { version: String(of.version) })
  const shown = withOpenComments(version, job.versions)
  const meantHere = shown.comments.find(({ id }) => id === meant)
  const [number, setNumber] = useState(meantHere?.page ?? 1)
  const [chosen, setChosen] = useState<string | null>(meantHere?.id ?? null)
  useAnchor(meantHere !== undefined)
  const [isPinning, setPinning] = useState(false)
  const [draft, setDraft] = useState<Place | null>(null)
  const [placed, setPlaced] = useState(0)
  const [beside, setBeside] = useState<string | null>(null)
  const [comparing, setComparing] = useState<Comparing>('side')
  const page = version.pages.find((one) => one.page === number) ?? version.pages[0]
  const otherVersion = job.versions.find(({ id }) => id === beside)
  const otherPage = otherVersion?.pages.find((one) => one.page === number) ?? otherVersion?.pages.at(-1)
  const others = job.versions.filter(({ id }) => id !== version.id)
  if (!page) return null

  const choose = (id: string) => {
    setChosen(id)
    const comment = shown.comments.find((one) => one.id === id)
    if (comment?.page) setNumber(comment.page)
  }
  return (
    <>
      <Stage
        page={page}
        other={otherVersion && otherPage ? { page: otherPage, label: named(otherVersion) } : null}
        label={named(version)}
        comparing={comparing}
        files={files}
        pins={pinsOf(shown, page.page)}
        chosen={chosen}
        onChoose={choose}
        isPinning={isPinning}
        draft={draft}
        onPin={(place, isTouched) => {
          setDraft(place)
          if (isTouched) setPlaced((count) => count + 1)
        }}
      />
      <nav className={classes.strip} aria-label={say('pages_and_versions')}>
        <Pages
          pages={version.pages}
          page={page.page}
          files={files}
          onPage={(one) => {
            setNumber(one)
            setDraft(null)
          }}
        />
        {job.versions.map((one) => (
          <button
            key={one.id}
            type="button"
            className={classes.version}
            aria-current={one.id === version.id || undefined}
            onClick={() => onView(one.id)}
          >
            <span>{named(one)}</span>
            <Standing status={one.status} />
          </button>
        ))}
        {others.length > 0 ? (
          <>
            <Menu position="top-end">
              <Menu.Target>
                <Button
                  variant="default"
                  leftSection={<IconArrowsDiff size={16} aria-hidden />}
                  style={{ flex: 'none' }}
                >
                  {otherVersion ? say('with_version', { version: String(otherVersion.version) }) : say('compare')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {others.map((one) => (
                  <Menu.Item key={one.id} onClick={() => setBeside(one.id)}>
                    {say('with_version', { version: String(one.version) })}
                  </Menu.Item>
                ))}
                {otherVersion ? <Menu.Item onClick={() => setBeside(null)}>{say('stop_comparing')}</Menu.Item> : null}
              </Menu.Dropdown>
            </Menu>
            {otherVersion ? (
              <SegmentedControl
                aria-label={say('how_to_compare')}
                style={{ flex: 'none' }}
                value={comparing}
                onChange={(way) => setComparing(way === 'slider' ? 'slider' : way === 'overlay' ? 'overlay' : 'side')}
                data={[
                  { value: 'side', label: say('side_by_side') },
                  { value: 'slider', label: say('slider') },
                  { value: 'overlay', label: say('overlay') },
                ]}
              />
            ) : null}
          </>
        ) : null}
      </nav>
      <aside className={classes.aside} aria-label={say('about_version')} data-writing={draft ? true : undefined}>
        <Ordered job={job} />
        {version.note ? (
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {version.note}
          </Text>
        ) : null}
        {aside(version)}
        <Comments
          uuid={uuid}
          publicUuid={mockups.public_uuid}
          jobId={job.id}
          version={shown}
          isStaff={isStaff}
          mayResolve={mayResolve}
          page={page.page}
          chosen={chosen}
          onChoose={choose}
          isPinning={isPinning}
          onPinning={(next) => {
            setPinning(next)
            if (!next) setDraft(null)
          }}
          draft={draft}
          placed={placed}
          onWritten={() => {
            setPinning(false)
            setDraft(null)
          }}
        />
      </aside>
    </>
  )
}
