export { PrivacyPage as Component } from '@/features/website/components/privacy-page'
