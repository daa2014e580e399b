import { ActionIcon, Button, FileButton, Group, Select, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileUpload, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { confirmRemoval } from '@/kit/confirm'
import { useDialog } from '@/kit/dialog/use-dialog'
import { WaitingNote } from '@/kit/outbox/waiting-note'
import { can } from '@/shared/domain/people/permission'
import { saveFile } from '@/shared/lib/save-file'
import { useCurrentUser, useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { jobsKey } from '../../shared/api/cards.query'
import { filePicturesQuery, type JobFile, jobFilesQuery, readJobFile } from '../api/job-files.query'
import { removeJobFile } from '../api/job-files.mutation'
import { acceptedJobFiles, type FileKind, fileKinds, newestOf, shownAs } from '../job-file'
import { jobFileKind } from '../outbox-kinds'
import { FileRow } from './file-row'
import { FileView } from './file-view'
import classes from './job-files.module.css'
import { useFileUploads } from './use-file-uploads'

/** Artwork, cut files and drawings of a job, each with its versions. */
export function JobFiles({ jobId }: { jobId: string }) {
  const rights = useRights()
  const me = useCurrentUser().id
  const queryClient = useQueryClient()
  const { data: files = [], isError, isPending, refetch } = useQuery(jobFilesQuery(jobId))
  const { data: pictures = {} } = useQuery(
    filePicturesQuery(files.flatMap(({ name, path }) => (shownAs(name) === 'picture' ? [path] : [])).sort()),
  )
  const shown = useDialog('file')
  const [kind, setKind] = useState<FileKind>('artwork')
  const [isOver, setOver] = useState(false)
  const { add, ...uploads } = useFileUploads(jobId)
  const acting = useActMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
  })
  const mayAdd = can(rights, 'jobs', 'edit') || can(rights, 'production', 'edit')
  const mayRemove = (file: JobFile) => can(rights, 'jobs', 'delete') || (mayAdd && file.created_by === me)
  const save = (file: JobFile) => acting.mutate(async () => saveFile(file.name, await readJobFile(file)))
  const remove = (file: JobFile) =>
    confirmRemoval({
      title: `Remove version ${file.version} of ${file.name}?`,
      text: 'The file is gone for everybody. Other versions stay.',
      confirm: 'Remove file',
      onConfirm: () => acting.mutate(() => removeJobFile(file)),
    })
  const opened = files.find(({ id }) => id === shown.subject)
  return (
    <section
      className={page.panel}
      aria-label="Files"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!mayAdd) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!mayAdd) return
        event.preventDefault()
        setOver(false)
        void add([...event.dataTransfer.files], kind)
      }}
    >
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Files
        </Title>
        {mayAdd ? (
          <Group gap="xs" wrap="nowrap">
            <Select
              size="sm"
              w={140}
              aria-label="What the files are"
              data={fileKinds}
              value={kind}
              allowDeselect={false}
              onChange={(chosen) => setKind(kindOf(chosen))}
            />
            <FileButton multiple accept={acceptedJobFiles} onChange={(chosen) => void add(chosen, kind)}>
              {(props) => (
                <Button
                  {...props}
                  size="sm"
                  variant="default"
                  leftSection={<IconFileUpload size={16} stroke={1.5} aria-hidden />}
                >
                  Add files
                </Button>
              )}
            </FileButton>
          </Group>
        ) : null}
      </Group>
      {isError ? <Problem onRetry={() => void refetch()}>The files could not be read</Problem> : null}
      <Waiting {...uploads} />
      {!isPending && !isError && files.length === 0 && uploads.waiting.length === 0 ? (
        <Text c="dimmed" size="sm">
          {mayAdd ? 'No artwork, cut file or drawing yet. You can also drop files here.' : 'No files yet.'}
        </Text>
      ) : null}
      {fileKinds.map(({ value, label }) => {
        const own = newestOf(files.filter((file) => file.kind === value))
        return own.length === 0 ? null : (
          <div key={value} className={classes.kind}>
            <Title order={3} size="sm" c="dimmed" fw={600}>
              {label}
            </Title>
            <ul className={classes.files} aria-label={label}>
              {own.map(({ newest, earlier }) => (
                <FileRow
                  key={`${newest.kind} ${newest.name.toLowerCase()}`}
                  newest={newest}
                  earlier={earlier}
                  pictures={pictures}
                  mayRemove={mayRemove}
                  onShow={({ id }) => shown.open(id)}
                  onSave={save}
                  onRemove={remove}
                />
              ))}
            </ul>
          </div>
        )
      })}
      {opened && shownAs(opened.name) ? (
        <FileView
          file={opened}
          picture={pictures[opened.path]}
          onSave={() => save(opened)}
          onClose={shown.close}
          onDrawn={mayAdd ? (drawn) => void add([drawn], kindOf(opened.kind)) : null}
        />
      ) : null}
    </section>
  )
}

const kindOf = (named: string | null): FileKind => fileKinds.find(({ value }) => value === named)?.value ?? 'artwork'

type WaitingProps = Pick<ReturnType<typeof useFileUploads>, 'waiting' | 'unfit' | 'isUnkept' | 'leaveOut'>

function Waiting({ waiting, unfit, isUnkept, leaveOut }: WaitingProps) {
  if (waiting.length + unfit.length === 0) return null
  return (
    <>
      <ul className={classes.files} aria-label="Files that have not arrived">
        {waiting.map((entry) => (
          <li key={entry.id} className={classes.waiting}>
            <div>
              <Text size="sm" className={classes.name}>
                {jobFileKind.schema.safeParse(entry.payload).data?.name}
              </Text>
              <WaitingNote entry={entry} />
            </div>
          </li>
        ))}
        {unfit.map(({ id, name, problem }) => (
          <li key={id} className={classes.waiting}>
            <div>
              <Text size="sm" className={classes.name}>
                {name}
              </Text>
              <Text size="xs" c="red" role="status">
                {problem}
              </Text>
            </div>
            <ActionIcon variant="subtle" color="gray" aria-label={`Leave ${name} out`} onClick={() => leaveOut(id)}>
              <IconX size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {isUnkept ? (
        <Text size="xs" c="dimmed" role="status">
          This browser keeps no files. They are sent only while this page stays open.
        </Text>
      ) : null}
    </>
  )
}
