import { ActionIcon, Anchor, Button, CopyButton, Menu, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowLeft, IconCheck, IconDots, IconLink, IconSend, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { ActionButton } from '@/kit/form/action-button'
import { momentText } from '@/shared/domain/text/formats'
import { can } from '@/shared/domain/people/permission'
import { previewed } from '@/shared/domain/web/site-preview'
import { useRights } from '@/shared/hooks/current-user'
import { RecordLink } from '@/shared/ui/page/record-links'
import { saveProblem } from '@/shared/hooks/save-problem'
import { isOver } from '../../shared/job-status'
import { reviewMockup } from '../api/mockups.mutation'
import { mockupsKey, originalAddress } from '../api/mockups.query'
import type { MockupJob, Mockups, MockupVersion } from '../mockups'
import { useIsLookedAt } from '../use-looking'
import { ProofView } from './proof-view'
import { RecordAnswer } from './record-answer'
import { SendMockup } from './send-mockup'
import { UploadVersion } from './upload-version'
import classes from './proofs.module.css'

type StaffProofProps = { uuid: string; mockups: Mockups; job: MockupJob; onJob: (id: string) => void }

/** The mockup as staff see it: upload the next version, have it reviewed, send it, record an answer. */
export function StaffProof({ uuid, mockups, job, onJob }: StaffProofProps) {
  const rights = useRights()
  const queryClient = useQueryClient()
  const dialog = useDialog('version')
  const panel = dialog.subject
  const acting = useActMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mockupsKey(uuid) }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
  })
  const mayEdit = can(rights, 'jobs', 'edit')
  const newest = job.versions[0]
  const isDraft = newest?.status === 'draft' || newest?.status === 'internal_review'
  const link = mockups.public_uuid === null ? null : `${window.location.origin}/mockups/${mockups.public_uuid}`
  const why =
    link === null
      ? 'This job has no quotation, so there is no link to send. Record the answer of the client.'
      : mockups.is_open
        ? null
        : 'The link of the quotation is closed. Send the quotation first.'
  return (
    <>
      <ProofView
        uuid={uuid}
        mockups={mockups}
        job={job}
        onJob={onJob}
        isStaff
        mayResolve={mayEdit}
        notices={null}
        empty={mayEdit ? 'Upload pictures or a PDF: they become version 1.' : 'Nobody has uploaded one.'}
        head={
          <div className={classes.tools}>
            <RecordLink kind="job" id={job.id}>
              <IconArrowLeft size={14} aria-hidden /> Job
            </RecordLink>
            {mayEdit && !isOver(job.status) ? (
              <Button
                variant={isDraft ? 'default' : 'filled'}
                leftSection={<IconUpload size={16} aria-hidden />}
                onClick={() => dialog.open('upload')}
              >
                {newest ? 'New version' : 'Upload mockup'}
              </Button>
            ) : null}
            {mayEdit && !isOver(job.status) && newest && isDraft ? (
              <ActionButton
                why={why}
                leftSection={<IconSend size={16} aria-hidden />}
                onClick={() => dialog.open('send')}
              >
                Send to client
              </ActionButton>
            ) : null}
            {link && mockups.is_open && newest?.sent_at ? (
              <CopyButton value={link}>
                {({ copied, copy }) => (
                  <Button
                    variant="default"
                    leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
                    onClick={copy}
                  >
                    {copied ? 'Link copied' : 'Copy link'}
                  </Button>
                )}
              </CopyButton>
            ) : null}
            {mayEdit && !isOver(job.status) && newest ? (
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon variant="default" size="input-sm" aria-label="More">
                    <IconDots size={16} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {newest.status === 'draft' ? (
                    <Menu.Item onClick={() => acting.mutate(() => reviewMockup(newest.id, true))}>
                      Ask colleagues to review
                    </Menu.Item>
                  ) : null}
                  {newest.status === 'internal_review' ? (
                    <Menu.Item onClick={() => acting.mutate(() => reviewMockup(newest.id, false))}>
                      Back to draft
                    </Menu.Item>
                  ) : null}
                  {isDraft || newest.status === 'sent' ? (
                    <Menu.Item onClick={() => dialog.open('answer')}>Record the client’s answer</Menu.Item>
                  ) : null}
                  {link ? (
                    <Menu.Item component="a" href={previewed(`${link}?job=${job.id}`)} target="_blank">
                      See it as the client
                    </Menu.Item>
                  ) : null}
                </Menu.Dropdown>
              </Menu>
            ) : null}
          </div>
        }
        aside={(version) => <About key={version.id} version={version} publicUuid={mockups.public_uuid} />}
      />
      {panel === 'upload' ? <UploadVersion uuid={uuid} job={job} onClose={dialog.close} /> : null}
      {panel === 'send' && newest ? (
        <SendMockup uuid={uuid} jobId={job.id} version={newest} onClose={dialog.close} />
      ) : null}
      {panel === 'answer' && newest ? <RecordAnswer uuid={uuid} version={newest} onClose={dialog.close} /> : null}
    </>
  )
}

const moment = (at: string) => momentText(at)
const words: Readonly<Record<string, string>> = {
  approved: 'Approved',
  rejected: 'Rejected',
  revision_requested: 'Changes requested',
}

/** Who made the version, when the client saw it, the ticked points, and every answer with its record. */
function About({ version, publicUuid }: { version: MockupVersion; publicUuid: string | null }) {
  const isLookedAt = useIsLookedAt(publicUuid, version.id)
  const isWaiting = version.status === 'sent'
  return (
    <Stack gap="xs">
      <Text size="sm">
        {version.file_name} · by {version.made_by ?? 'a former colleague'}, {moment(version.made_at)}
        {version.sent_at ? ` · sent ${moment(version.sent_at)}` : ''}
        {version.sent_at && !isLookedAt
          ? version.first_viewed_at
            ? ` · seen ${moment(version.first_viewed_at)}`
            : ' · not seen yet'
          : ''}
        {isLookedAt ? (
          <Text span fw={600}>
            {' '}
            · The client is looking now
          </Text>
        ) : null}
      </Text>
      {version.files?.map((file) => (
        <Download key={file.path} {...file} />
      ))}
      {isWaiting ? (
        <ul className={classes.ticks} aria-label="Checklist of the client">
          {version.checklist.map(({ key, label }) => (
            <li key={key}>
              {version.ticked.includes(key) ? '☑' : '☐'} {label}
            </li>
          ))}
        </ul>
      ) : null}
      {version.answers.map((answer) => (
        <section key={answer.at} aria-label="Answer">
          <Text fw={600} size="sm">
            {words[answer.answer]} by {answer.name}, {moment(answer.at)}
          </Text>
          {answer.words ? (
            <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {answer.words}
            </Text>
          ) : null}
          {answer.signature ? (
            <img className={classes.signature} src={answer.signature} alt={`Signature of ${answer.name}`} />
          ) : null}
          <Text size="xs" c="dimmed">
            {answer.way === 'link'
              ? 'By the link'
              : `By ${answer.way}, recorded by ${answer.recorded_by ?? 'a colleague'}`}
            {answer.address ? ` from ${answer.address}` : ''} · version {version.version} · file
          </Text>
          <p className={classes.hash}>{answer.file_hash}</p>
        </section>
      ))}
    </Stack>
  )
}

function Download({ name, path }: { name: string; path: string }) {
  const opening = useActMutation({
    mutationFn: () => originalAddress(path, name),
    onSuccess: (address) => window.location.assign(address),
    onError: (error) => notifications.show({ color: 'red', title: 'Not downloaded', message: saveProblem(error) }),
  })
  return (
    <Anchor component="button" type="button" size="sm" ta="start" onClick={() => opening.mutate()}>
      Download {name}
    </Anchor>
  )
}
