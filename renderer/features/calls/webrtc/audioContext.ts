/*
Copyright 2022 The Matrix.org Foundation C.I.C.

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

// eslint-disable-next-line trellis/module-state -- a page has one device for sound; it is closed with its last user
let audioContext: AudioContext | null = null;
// eslint-disable-next-line trellis/module-state -- counts the users of the context above
let refCount = 0;

/**
 * Acquires a reference to the shared AudioContext.
 * It's highly recommended to reuse this AudioContext rather than creating your
 * own, because multiple AudioContexts can be problematic in some browsers.
 * Make sure to call releaseContext when you're done using it.
 * @returns The shared AudioContext
 */
export const acquireContext = (): AudioContext => {
  if (audioContext === null) audioContext = new AudioContext();
  refCount++;
  return audioContext;
};

/**
 * Signals that one of the references to the shared AudioContext has been
 * released, allowing the context and associated hardware resources to be
 * cleaned up if nothing else is using it.
 */
export const releaseContext = (): void => {
  refCount--;
  if (refCount === 0) {
    void audioContext?.close().catch(() => undefined);
    audioContext = null;
  }
};
