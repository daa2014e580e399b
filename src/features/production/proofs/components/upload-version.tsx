import { Button, FileInput, Group, Modal, Stack, TagsInput, Text, Textarea } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { ActionButton } from '@/kit/form/action-button'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { mockupsKey } from '../api/mockups.query'
import { uploadVersion } from '../api/upload-version.mutation'
import type { MockupJob } from '../mockups'
import { drawPages } from '../upload/draw-pages'

type UploadVersionProps = { uuid: string; job: MockupJob; onClose: () => void }

const usual = ['Spelling', 'Size', 'Colour', 'Quantity']

/** Pictures or a PDF become the next version: its pages are drawn here, then everything is uploaded and added at once. */
export function UploadVersion({ uuid, job, onClose }: UploadVersionProps) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<File[]>([])
  const [note, setNote] = useState('')
  const [points, setPoints] = useState(() => job.versions[0]?.checklist.map(({ label }) => label) ?? usual)
  const [stage, setStage] = useState('')
  const adding = useActMutation({
    mutationFn: async () => {
      const drawn = await drawPages(chosen, setStage)
      return uploadVersion({ id: newId(), jobId: job.id, drawn, note, checklist: points }, setStage)
    },
    onSuccess: onClose,
    onSettled: () => {
      setStage('')
      return queryClient.invalidateQueries({ queryKey: mockupsKey(uuid) })
    },
  })
  const next = (job.versions[0]?.version ?? 0) + 1
  const take = (event: DragEvent) => {
    event.preventDefault()
    if (event.dataTransfer.files.length > 0) setChosen([...event.dataTransfer.files])
  }
  return (
    <Modal opened onClose={adding.isPending ? () => {} : onClose} title={`Version ${next} of ${job.job_number}`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen.length > 0 && !adding.isPending) adding.mutate()
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={take}
      >
        <Stack>
          {adding.error ? <Problem>{saveProblem(adding.error)}</Problem> : null}
          <FileInput
            label="Pictures or PDF"
            description="PNG, JPEG, WebP, GIF or PDF; up to 60 pages and 50 MB a file. You can also drop them here."
            placeholder="Choose files"
            leftSection={<IconUpload size={16} aria-hidden />}
            accept="application/pdf,image/png,image/jpeg,image/webp,image/gif"
            multiple
            clearable
            required
            value={chosen}
            onChange={setChosen}
          />
          <Textarea
            label="Message to the client"
            autosize
            minRows={2}
            maxLength={5000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <TagsInput
            label="Checklist"
            description="What the client ticks before the approval"
            value={points}
            maxTags={20}
            onChange={setPoints}
          />
          <Text size="sm" c="dimmed" role="status">
            {stage}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" disabled={adding.isPending} onClick={onClose}>
              Cancel
            </Button>
            <ActionButton
              type="submit"
              loading={adding.isPending}
              why={chosen.length === 0 ? 'Choose the pictures first.' : null}
            >
              Add version {next}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
