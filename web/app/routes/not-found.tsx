export { NotFound as default } from '#web/features/shell/not-found.tsx';
