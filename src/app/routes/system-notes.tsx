export { SystemNotesScreen as Component } from '@/features/system/system-notes/components/system-notes-screen'
