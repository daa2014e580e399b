import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconPencil, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import classes from '../list.module.css'
import { useViews } from './use-views'
import type { SavedView } from './views.query'

const SaveView = lazy(async () => ({ default: (await import('./save-view')).SaveView }))
const ManageViews = lazy(async () => ({ default: (await import('./manage-views')).ManageViews }))

/** The saved views of a list: choose, save, change and remove them. */
export function ViewsMenu({ list, many, places }: { list: string; many: string; places?: readonly string[] }) {
  const { views, shared, current, query } = useViews(list, places)
  const setSearch = useSearchParams()[1]
  const saving = useDialog('save-view')
  const managing = useDialog('views')
  const item = (view: SavedView, mark: string | null) => (
    <Menu.RadioItem
      key={view.id}
      value={view.id}
      checked={view === current}
      rightSection={mark}
      onChange={() => setSearch(new URLSearchParams(view.query), { replace: true })}
    >
      {view.name}
    </Menu.RadioItem>
  )
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            fw={400}
            className={classes.barButton ?? ''}
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown className={classes.viewName} size={14} aria-hidden />}
            aria-label={`Saved views of ${many}`}
          >
            <span className={classes.viewName}>{current?.name ?? 'Views'}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => item(view, view.is_default ? 'Default' : view.is_shared ? 'Shared' : null))}
          {shared.length > 0 ? <Menu.Label>Of colleagues</Menu.Label> : null}
          {shared.map((view) => item(view, null))}
          {views.length + shared.length > 0 ? <Menu.Divider /> : null}
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => saving.open()}>
            Save this view
          </Menu.Item>
          {views.length > 0 ? (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => managing.open()}>
              Change or remove views
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {saving.isOpen ? <SaveView list={list} query={query} onClose={saving.close} /> : null}
        {managing.isOpen ? <ManageViews views={views} many={many} onClose={managing.close} /> : null}
      </Suspense>
    </>
  )
}
