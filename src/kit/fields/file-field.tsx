import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import { IconDownload, IconPaperclip, IconX } from '@tabler/icons-react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { readBytes, uploadOnce } from '@/shared/db/bucket-files'
import { newId } from '@/shared/lib/new-id'
import { saveFile } from '@/shared/lib/save-file'
import { saveProblem } from '@/shared/hooks/save-problem'
import type { Field, FieldInput, FieldOptions } from './field'

type StoredFile = {
  /** The private bucket of the files. */
  bucket: string
  /** The kinds of files that it takes: `application/pdf`. */
  accept: string
  /** The most bytes of a file. */
  most: number
  /** The beginning of the name under which it is downloaded: `certificate`. */
  called: string
}

type FileOptions = FieldOptions & StoredFile
const fileOf = ({ bucket, accept, most, called }: StoredFile): StoredFile => ({ bucket, accept, most, called })

const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin'

/** One file in a private bucket: it is uploaded when it is chosen, and its path is saved with the record. */
export const storedFile = (label: string, options: FileOptions): Field<string | null> => ({
  ...options,
  label,
  draftOf: (stored) => (typeof stored === 'string' ? stored : ''),
  problem: () => null,
  valueOf: (draft) => draft || null,
  words: (draft) => (draft === '' ? '' : 'yes'),
  show: (draft) => (draft === '' ? null : <Download {...fileOf(options)} path={draft} />),
  Input: (input: FieldInput) => <FileInput {...input} {...fileOf(options)} />,
})

function Download({ bucket, path, called }: Pick<StoredFile, 'bucket' | 'called'> & { path: string }) {
  const reading = useActMutation({
    mutationFn: async () => saveFile(`${called}.${endingOf(path)}`, await readBytes(bucket, path)),
  })
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={reading.isPending}
        onClick={() => reading.mutate()}
      >
        Download
      </Button>
      {reading.isError ? (
        <Text size="sm" c="red" role="alert">
          The file could not be read. Please try again.
        </Text>
      ) : null}
    </>
  )
}

function FileInput(props: FieldInput & StoredFile) {
  const { id, label, required, description, error, value, disabled, onChange, bucket, accept, most, called } = props
  const uploading = useActMutation({
    mutationFn: async (file: File) => {
      if (file.size > most) throw new Error(`The file has more than ${Math.floor(most / 1024 / 1024)} MB`)
      const path = `${newId()}/${newId()}.${endingOf(file.name)}`
      await uploadOnce(bucket, path, file)
      return path
    },
    onSuccess: onChange,
  })
  return (
    <Input.Wrapper
      id={id}
      label={label}
      required={required}
      description={description}
      error={uploading.isError ? saveProblem(uploading.error) : error}
      labelElement="div"
    >
      <Group gap="xs" mt={4}>
        <FileButton accept={accept} disabled={disabled} onChange={(file) => file && uploading.mutate(file)}>
          {(button) => (
            <Button
              {...button}
              id={id}
              variant="default"
              leftSection={<IconPaperclip size={16} aria-hidden />}
              loading={uploading.isPending}
            >
              {value === '' ? 'Choose a file' : 'Choose another file'}
            </Button>
          )}
        </FileButton>
        {value === '' ? null : (
          <>
            <Download bucket={bucket} path={value} called={called} />
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconX size={16} aria-hidden />}
              onClick={() => onChange('')}
            >
              Take off
            </Button>
          </>
        )}
      </Group>
    </Input.Wrapper>
  )
}
