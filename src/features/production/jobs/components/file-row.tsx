import { ActionIcon, Anchor, Group, Text, UnstyledButton } from '@mantine/core'
import { IconDownload, IconFileVector, IconFileTypePdf, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { momentText } from '@/shared/domain/text/formats'
import type { JobFile } from '../api/job-files.query'
import { shownAs, sizeText } from '../job-file'
import classes from './job-files.module.css'

type FileRowProps = {
  newest: JobFile
  earlier: readonly JobFile[]
  /** The addresses of pictures by their paths. */
  pictures: Readonly<Record<string, string>>
  mayRemove: (file: JobFile) => boolean
  onShow: (file: JobFile) => void
  onSave: (file: JobFile) => void
  onRemove: (file: JobFile) => void
}

/** One file of a job: its newest version, and the earlier ones when they are asked for. */
export function FileRow({ newest, earlier, ...does }: FileRowProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Version file={newest} {...does} />
      {earlier.length > 0 ? (
        <li className={classes.more}>
          <Anchor
            component="button"
            type="button"
            size="xs"
            ta="left"
            aria-expanded={isOpen}
            aria-label={`Earlier versions of ${newest.name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen
              ? 'Hide earlier versions'
              : earlier.length === 1
                ? '1 earlier version'
                : `${earlier.length} earlier versions`}
          </Anchor>
        </li>
      ) : null}
      {isOpen ? earlier.map((file) => <Version key={file.id} file={file} {...does} />) : null}
    </>
  )
}

function Version({
  file,
  pictures,
  mayRemove,
  onShow,
  onSave,
  onRemove,
}: Omit<FileRowProps, 'newest' | 'earlier'> & { file: JobFile }) {
  const { data: staff = [] } = useQuery(staffQuery)
  const { name, version, bytes, created_at, created_by, path } = file
  const as = shownAs(name)
  const picture = as === 'picture' ? pictures[path] : undefined
  const sign = picture ? (
    <img src={picture} alt="" loading="lazy" />
  ) : as === 'pdf' ? (
    <IconFileTypePdf size={26} stroke={1.5} aria-hidden />
  ) : (
    <IconFileVector size={26} stroke={1.5} aria-hidden />
  )
  const about = [
    `Version ${version}`,
    sizeText(bytes),
    staff.find(({ value }) => value === created_by)?.label,
    momentText(created_at),
  ]
  return (
    <li className={classes.file}>
      {as ? (
        <UnstyledButton className={classes.sign} aria-label={`Show ${name}`} onClick={() => onShow(file)}>
          {sign}
        </UnstyledButton>
      ) : (
        <span className={classes.sign}>{sign}</span>
      )}
      <div>
        <Text size="sm" fw={500} className={classes.name}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {about.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Download ${name}, version ${version}`}
          onClick={() => onSave(file)}
        >
          <IconDownload size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
        {mayRemove(file) ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove ${name}, version ${version}`}
            onClick={() => onRemove(file)}
          >
            <IconTrash size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        ) : null}
      </Group>
    </li>
  )
}
