/** Front door of the messages slice. */
export { eraseRepliesOf } from './queries.ts'
export { mailAddress, mobileNumber, contactChannels, contactChannel } from './contact-channels.ts'
export { forgetOldReplies } from './erase-replies.ts'
