// The key in the content of a message that the server sends later by which it is known again. Nothing else.

/** In the content, so that a request without an answer is found in the server's list and in the room. */
export const markKey = 'chat.trellis.scheduled';
