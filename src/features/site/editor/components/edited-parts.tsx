import { ActionIcon, Button, Group, Select, TextInput, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconPhoto, IconPlus, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react'
import { useFileDrop } from '@/kit/files/use-file-drop'
import { PhotoChooser, usePhotoUpload } from '@/kit/photos/photo-chooser'
import { photosKey } from '@/kit/photos/photos.query'
import { updateRow } from '@/kit/save/save-row'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { saveProblem } from '@/shared/hooks/save-problem'
import type { Block } from '@/shared/domain/web/site-blocks'
import { Photo } from '@/shared/ui/photo/photo'
import type { PhotoFacts } from '@/shared/ui/photo/photo-facts'
import type { BlockParts, Button as SiteButton, PictureProps, WordsProps } from '../../shared/blocks/block-parts'
import site from '../../shared/site.module.css'
import { draftKey } from '../api/site-pages.query'
import { withEntry, withMovedEntry, withoutEntry, withValue } from '../edits'
import classes from './editor.module.css'

/** The block around a part, and how it is replaced. `change` shows a sentence where the rules of blocks refuse it. */
type EditedBlock = {
  block: Block
  change: (next: Block | null, isStep?: boolean) => void
  remove: (next: Block | null, words: string) => void
}
export const EditedBlockContext = createContext<EditedBlock | null>(null)

function useEditedBlock(): EditedBlock {
  const edited = useContext(EditedBlockContext)
  if (!edited) throw new Error('Parts are written in inside a block of the editor.')
  return edited
}

/** The typed text: one line, or paragraphs. A browser ends the last line with a line break of its own. */
const typedIn = (place: HTMLElement, isLong: boolean): string => {
  const typed = place.innerText.replaceAll('\r', '').replaceAll('\u00a0', ' ').replace(/\n$/, '')
  return isLong ? typed : typed.replaceAll(/\s*\n\s*/g, ' ')
}

/** Words that are written where they stand. */
function EditedWords({ at, text = '', as: Tag, className = '', id, usual = '', hint, isLong = false }: WordsProps) {
  const { block, change } = useEditedBlock()
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const field = place.current
    if (field && typedIn(field, isLong) !== text) field.textContent = text
  }, [text, isLong])
  const Frame = isLong ? 'div' : Tag
  return (
    <Frame className={className} id={id}>
      <span
        ref={place}
        className={classes.words}
        contentEditable="plaintext-only"
        suppressContentEditableWarning
        role="textbox"
        aria-multiline={isLong}
        aria-label={hint}
        data-hint={usual || hint}
        data-empty={text === '' || undefined}
        tabIndex={0}
        onInput={({ currentTarget }) => change(withValue(block, at, typedIn(currentTarget, isLong)), false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isLong) event.preventDefault()
        }}
      />
    </Frame>
  )
}

/** What a photograph shows, in words; a missing description is said. */
function AltField({ photo }: { photo: PhotoFacts }) {
  const queryClient = useQueryClient()
  const [typed, type] = useState(photo.alt)
  const saving = useOneMutation({
    mutationFn: (alt: string) =>
      updateRow({ table: 'site_photos', what: 'this photograph', id: photo.id, values: { alt } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: photosKey }),
        queryClient.invalidateQueries({ queryKey: draftKey }),
      ]),
  })
  return (
    <TextInput
      className={classes.alt ?? ''}
      size="xs"
      label="What the photograph shows"
      description={typed.trim() ? null : 'Missing: people who do not see it, and search engines, read this.'}
      data-missing={!typed.trim() || undefined}
      value={typed}
      maxLength={250}
      error={saving.isError ? saveProblem(saving.error) : null}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => typed.trim() !== photo.alt && saving.mutate(typed.trim())}
    />
  )
}

const isPicture = ({ type }: File): boolean => type.startsWith('image/')

/** A photograph that is chosen, or dropped, where it stands. */
function EditedPicture({ at, photo, children, className = '', ...props }: PictureProps) {
  const { block, change, remove } = useEditedBlock()
  const [isChoosing, choose] = useState(false)
  const put = (id: string) => change(withValue(block, at, id))
  const upload = usePhotoUpload(put)
  const drop = useFileDrop(([file]) => file && upload.mutate(file), { accepts: isPicture })
  return (
    <div className={classes.picture} data-over={drop.isOver || undefined} {...drop.zone}>
      {photo ? (
        <Photo key={photo.id} photo={photo} className={className} {...props} />
      ) : (
        (children ?? <div className={`${classes.noPicture} ${className}`} aria-hidden="true" />)
      )}
      <div className={classes.pictureTools}>
        <Group gap={4}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPhoto size={16} aria-hidden />}
            loading={upload.isPending}
            onClick={() => choose(true)}
          >
            {photo ? 'Another photograph' : 'Add a photograph'}
          </Button>
          {photo ? (
            <Button
              size="xs"
              variant="default"
              onClick={() => remove(withValue(block, at, ''), 'The photograph is off the page.')}
            >
              Remove
            </Button>
          ) : null}
        </Group>
        {upload.isError ? <p className={site.wrong}>{saveProblem(upload.error)}</p> : null}
        {photo ? <AltField key={photo.id} photo={photo} /> : null}
      </div>
      {isChoosing ? <PhotoChooser onChoose={put} onClose={() => choose(false)} /> : null}
    </div>
  )
}

/** Pages that a button may lead to. */
const goals = [
  { value: '/client-registration', label: 'Ask for a price' },
  { value: '/schedule-appointment', label: 'Book a visit' },
  { value: '/services', label: 'Services' },
  { value: '/products/manufactured', label: 'Products' },
  { value: '/work', label: 'Our work' },
  { value: '/about', label: 'About us' },
  { value: '/tips-advice', label: 'Tips' },
  { value: '/leave-review', label: 'Leave a review' },
]
const other = 'other'

function EditedButton({ at, place, button }: { at: string; place: number; button: SiteButton }) {
  const { block, change, remove } = useEditedBlock()
  const { label, link = '' } = button
  const isKnown = goals.some(({ value }) => value === link)
  return (
    <div className={classes.button}>
      <EditedWords
        at={`${at}.${place}.label`}
        text={label}
        as="span"
        className={place === 0 ? site.button : site.plain}
        hint="Words of the button"
      />
      <Group gap={4} wrap="nowrap" align="end">
        <Select
          size="xs"
          aria-label="Where the button leads"
          placeholder="Leads to…"
          data={[...goals, { value: other, label: 'Another address' }]}
          value={isKnown ? link : link ? other : null}
          onChange={(next) =>
            change(withValue(block, `${at}.${place}.link`, next === other ? 'https://example.com' : (next ?? '')))
          }
        />
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Remove the button"
          onClick={() => remove(withoutEntry(block, at, place), 'The button is off the page.')}
        >
          <IconX size={16} />
        </ActionIcon>
      </Group>
      {link && !isKnown ? (
        <TextInput
          size="xs"
          aria-label="Address"
          defaultValue={link}
          onBlur={(event) => change(withValue(block, `${at}.${place}.link`, event.currentTarget.value.trim()))}
        />
      ) : null}
    </div>
  )
}

function EditedButtons({ at, buttons }: Parameters<BlockParts['Buttons']>[0]) {
  const { block, change } = useEditedBlock()
  return (
    <div className={classes.buttons}>
      {buttons.map((button, place) => (
        <EditedButton key={place} at={at} place={place} button={button} />
      ))}
      {buttons.length < 2 ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => change(withEntry(block, at, { label: 'Ask for a price', link: '/client-registration' }))}
        >
          Add a button
        </Button>
      ) : null}
    </div>
  )
}

function EditedEntry({ list, place, what, children }: Parameters<BlockParts['Entry']>[0]) {
  const { block, change, remove } = useEditedBlock()
  const act = (label: string, icon: typeof IconX, onClick: () => void) => {
    const Icon = icon
    return (
      <Tooltip label={label}>
        <ActionIcon variant="default" size={30} aria-label={`${label}: ${what} ${place + 1}`} onClick={onClick}>
          <Icon size={16} />
        </ActionIcon>
      </Tooltip>
    )
  }
  return (
    <div className={classes.entry}>
      {children}
      <Group gap={4} className={classes.entryTools ?? ''}>
        {act('Move before', IconArrowLeft, () => change(withMovedEntry(block, list, place, -1)))}
        {act('Move behind', IconArrowRight, () => change(withMovedEntry(block, list, place, 1)))}
        {act('Remove', IconX, () => remove(withoutEntry(block, list, place), `The ${what} is off the page.`))}
      </Group>
    </div>
  )
}

function MoreEntries({ list, label }: Parameters<BlockParts['More']>[0]) {
  const { block, change } = useEditedBlock()
  return (
    <li className={classes.more}>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => change(withEntry(block, list))}
      >
        {label}
      </Button>
    </li>
  )
}

/** The parts of blocks as the office writes them. */
export const editedParts: BlockParts = {
  isEdited: true,
  Words: EditedWords,
  Picture: EditedPicture,
  Buttons: EditedButtons,
  Entry: EditedEntry,
  More: MoreEntries,
}
