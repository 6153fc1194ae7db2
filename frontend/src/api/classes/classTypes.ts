/** Short names for the schemas of classes. */
import type { Schemas } from '@/api/types';

/** What a teacher sees of a class. */
export type Classroom = Schemas['ClassRead'];
/** Time that a teacher has given for a step. */
export type ClassTimer = Schemas['TimerRead'];
/** Answers that a teacher has chosen to discuss. */
export type Discussion = Schemas['DiscussionRead'];
/** What a wall shows of them. */
export type WallTalk = Schemas['WallDiscussion'];
export type Teacher = Schemas['TeacherRead'];
export type ClassListed = Schemas['ClassListed'];
export type NewClass = Schemas['ClassCreate'];
export type ClassChange = Partial<Schemas['ClassPatch']>;
export type Board = Schemas['BoardRead'];
export type Student = Schemas['StudentRead'];
export type StudentStep = Schemas['StudentStep'];
export type StepBoard = Schemas['StepBoardRead'];
export type ClassAnswer = Schemas['ClassAnswer'];
export type StudentFeedback = Schemas['StudentFeedback'];
export type Tallied = Schemas['Tallied'];
export type Truth = Schemas['Truth'];
export type ClassRun = Schemas['ClassRun'];
export type MapCell = Schemas['MapCell'];
/** Of the whole class; a student's has `mine` beside it. */
export type MapRead = Schemas['MapRead'] & { readonly mine?: readonly (readonly number[])[] };
/** A class as its wall shows it. */
export type Wall = Schemas['WallRead'];
export type WallStep = Schemas['WallStep'];
export type WallTry = Schemas['WallTry'];
export type RunCurves = Schemas['RunCurves'];
export type Snapshot = Schemas['SnapshotRead'];
/** What a code says of its class before a student joins. */
export type ClassCode = Schemas['ClassPreview'];
export type Joining = Schemas['ClassJoin'];
export type Joined = Schemas['Joined'];
/** What a student sees of the class. */
export type AttemptClass = Schemas['AttemptClass'];

/** What makes a browser one of a teacher of a class. */
export interface KeyOfClass {
  readonly id: string;
  readonly name: string;
  readonly teacherKey: string;
}
