export { SystemNotesScreen as Component } from '@/features/system-notes/components/system-notes-screen'
