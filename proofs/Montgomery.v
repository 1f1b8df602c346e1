(** Montgomery's products of numbers of several words or limbs: section 17 of docs/bounds/multiword.md. B is 2^64 or 2^52. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants.
Import ListNotations.

(** ** Section 17.1: Newton's steps *)

(** The loop: a step, while fewer than 64 bits are right. *)
Fixpoint newton (fuel : nat) (bits q z : Z) : Z :=
  match fuel with
  | O => z
  | S rest => if bits <? 64 then newton rest (bits * 2) q (mul_low 64 z (sub 64 2 (mul_low 64 q z))) else z
  end.

Lemma newton_step k q z : 0 <= k -> (2 ^ k | q * z - 1) -> (2 ^ (2 * k) | q * (z * (2 - q * z)) - 1).
Proof.
  intros Hk [e He]. exists (- (e * e)). replace (2 ^ (2 * k)) with (2 ^ k * 2 ^ k) by (rewrite <- Z.pow_add_r by lia;
    f_equal; lia).
  replace (q * (z * (2 - q * z)) - 1) with (- ((q * z - 1) * (q * z - 1))) by ring. rewrite He. ring.
Qed.

Lemma divides_of_mod a b k : 0 <= k <= 64 -> a mod 2 ^ 64 = b mod 2 ^ 64 -> (2 ^ k | a - 1) -> (2 ^ k | b - 1).
Proof.
  intros Hk E [d Hd]. exists (d - (a / 2 ^ 64 - b / 2 ^ 64) * 2 ^ (64 - k)).
  pose proof (Z.div_mod a (2 ^ 64) ltac:(lia)). pose proof (Z.div_mod b (2 ^ 64) ltac:(lia)).
  assert (H64 : 2 ^ 64 = 2 ^ (64 - k) * 2 ^ k) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite Z.mul_sub_distr_r, <- Z.mul_assoc, <- H64. lia.
Qed.

Lemma newton_doubles bits q z : 0 < bits < 64 -> (2 ^ bits | q * z - 1) ->
  (2 ^ Z.min (bits * 2) 64 | q * mul_low 64 z (sub 64 2 (mul_low 64 q z)) - 1).
Proof.
  intros Hb Hz. apply (divides_of_mod (q * (z * (2 - q * z)))); [lia| |].
  - unfold mul_low, sub.
    rewrite Zmult_mod_idemp_r, Zminus_mod_idemp_r, (Z.mul_assoc q z (_ mod _)), Zmult_mod_idemp_r. f_equal. ring.
  - destruct (newton_step bits q z ltac:(lia) Hz) as [d Hd]. set (k := Z.min (bits * 2) 64).
    exists (d * 2 ^ (2 * bits - k)). rewrite Hd, <- Z.mul_assoc, <- Z.pow_add_r by lia. do 2 f_equal. lia.
Qed.

Lemma newton_right fuel : forall bits q z, 0 < bits -> (2 ^ Z.min bits 64 | q * z - 1) -> 64 <= bits * 2 ^ Z.of_nat
  fuel ->
  (2 ^ 64 | q * newton fuel bits q z - 1).
Proof.
  induction fuel as [|fuel IH]; intros bits q z Hb Hz Hf.
  - cbn in *. replace (Z.min bits 64) with 64 in Hz by lia. exact Hz.
  - cbn [newton]. destruct (Z.ltb_spec bits 64).
    + apply IH; [lia| |rewrite Nat2Z.inj_succ, Z.pow_succ_r in Hf by lia; lia].
      apply newton_doubles; [lia|]. replace (Z.min bits 64) with bits in Hz by lia. exact Hz.
    + replace (Z.min bits 64) with 64 in Hz by lia. exact Hz.
Qed.

(** An odd number is its own inverse modulo 8. *)
Theorem newton_inverse q : q mod 2 = 1 -> (q * newton 64 bits_of_own_inverse q q) mod 2 ^ 64 = 1.
Proof.
  intros Hq. destruct (newton_right 64 bits_of_own_inverse q q) as [d Hd].
  - unfold bits_of_own_inverse. lia.
  - change (2 ^ Z.min bits_of_own_inverse 64) with 8.
    assert (E : q = 2 * (q / 2) + 1) by (pose proof (Z.div_mod q 2 ltac:(lia)); lia).
    set (h := q / 2) in *. clearbody h. rewrite E.
    destruct (Z.Even_or_Odd h) as [[j ->]|[j ->]]; [exists (2 * j * j + j)|exists (2 * j * j + 3 * j + 1)]; ring.
  - vm_compute. discriminate.
  - set (r := q * newton 64 bits_of_own_inverse q q) in *. clearbody r.
    replace r with (1 + d * 2 ^ 64) by lia. rewrite Z.mod_add by lia. reflexivity.
Qed.

(** ** Section 17.2: products of words *)

(** One step on whole numbers: m clears the lowest word. [inverse] is -1/q modulo B. *)
Definition multiple B inverse n := (n * inverse) mod B.
Definition word_step B inverse q x t y := (t + x * y + multiple B inverse (t + x * y) * q) / B.

Lemma multiple_clears B inverse q n : 0 < B -> (q * inverse) mod B = B - 1 -> exists c, n + multiple B inverse n * q =
  B * c.
Proof.
  intros HB Hi. unfold multiple.
  pose proof (Z.div_mod (q * inverse) B ltac:(lia)) as D1. pose proof (Z.div_mod (n * inverse) B ltac:(lia)) as D2.
  exists (n * (1 + q * inverse / B) - q * (n * inverse / B)). rewrite Hi in D1.
  set (e := q * inverse / B) in *. set (f := n * inverse / B) in *. set (m := (n * inverse) mod B) in *. clearbody e f
    m.
  assert (E1 : n * (q * inverse) = n * (B * e + (B - 1))) by (rewrite D1; reflexivity).
  assert (E2 : q * (n * inverse) = q * (B * f + m)) by (rewrite D2; reflexivity). lia.
Qed.

Lemma word_step_exact B inverse q x t y : 0 < B -> (q * inverse) mod B = B - 1 ->
  B * word_step B inverse q x t y = t + x * y + multiple B inverse (t + x * y) * q.
Proof.
  intros HB Hi. unfold word_step. destruct (multiple_clears B inverse q (t + x * y) HB Hi) as [c ->].
  rewrite (Z.mul_comm B c), Z.div_mul; lia.
Qed.

(** The result of every step is at most 2 q - 1, for any word of y. *)
Theorem word_step_bound B inverse q x t y :
  0 < B -> 0 < q -> (q * inverse) mod B = B - 1 -> 0 <= x < q -> 0 <= t <= 2 * q - 1 -> 0 <= y < B ->
  0 <= word_step B inverse q x t y <= 2 * q - 1.
Proof.
  intros HB Hq Hi Hx Ht Hy. pose proof (word_step_exact B inverse q x t y HB Hi) as E.
  pose proof (Z.mod_pos_bound ((t + x * y) * inverse) B HB) as Hm. fold (multiple B inverse (t + x * y)) in Hm.
  set (m := multiple B inverse (t + x * y)) in *. set (u := word_step B inverse q x t y) in *. clearbody m u.
  assert (0 <= x * y <= (q - 1) * (B - 1)) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
  assert (0 <= m * q <= (B - 1) * q) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg_r]; lia).
  split; apply Z.lt_succ_r; apply (cancel B); lia.
Qed.

Fixpoint value B (digits : list Z) : Z := match digits with [] => 0 | d :: rest => d + B * value B rest end.
Definition digits_of B := Forall (fun d => 0 <= d < B).

(** All steps: the product divided by R = B^n, modulo q, below 2 q. *)
Theorem word_product B inverse q x ys :
  0 < B -> 0 < q -> (q * inverse) mod B = B - 1 -> 0 <= x < q -> digits_of B ys ->
  let t := fold_left (word_step B inverse q x) ys 0 in
  0 <= t < 2 * q /\ (t * B ^ Z.of_nat (length ys)) mod q = (x * value B ys) mod q.
Proof.
  intros HB Hq Hi Hx Hys. cbv zeta.
  assert (H : forall t, 0 <= t <= 2 * q - 1 ->
    let r := fold_left (word_step B inverse q x) ys t in
    0 <= r <= 2 * q - 1 /\ exists M, r * B ^ Z.of_nat (length ys) = t + x * value B ys + M * q).
  { induction Hys as [|y ys Hy Hys IH]; intros t Ht; cbv zeta.
    - cbn [fold_left value length]. change (Z.of_nat 0) with 0. rewrite Z.pow_0_r. split; [lia|]. exists 0. ring.
    - pose proof (word_step_bound B inverse q x t y HB Hq Hi Hx Ht Hy) as Hs. destruct (IH _ Hs) as [Hr [M HM]].
      cbn [fold_left length value]. split; [exact Hr|].
      exists (multiple B inverse (t + x * y) + B * M). rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
      pose proof (word_step_exact B inverse q x t y HB Hi) as E.
      replace (fold_left (word_step B inverse q x) ys (word_step B inverse q x t y) * (B * B ^ Z.of_nat (length ys)))
        with (B * (fold_left (word_step B inverse q x) ys (word_step B inverse q x t y) * B ^ Z.of_nat (length ys)))
          by ring.
      rewrite HM. rewrite !Z.mul_add_distr_l, E. ring. }
  destruct (H 0 ltac:(lia)) as [Hr [M HM]]. split; [lia|].
  rewrite HM. rewrite Z.add_0_l. apply Z.mod_add. lia.
Qed.

(** The chain of carries of mul_add_widening: no number exceeds two words. *)
Fixpoint chain B y (xs ts : list Z) carry : list Z * Z :=
  match xs, ts with
  | x :: xs, t :: ts =>
      let sum := x * y + t + carry in
      let (lows, last) := chain B y xs ts (sum / B) in (sum mod B :: lows, last)
  | _, _ => ([], carry)
  end.

Theorem mul_add_widening_fits B a b c d : 0 < B -> 0 <= a < B -> 0 <= b < B -> 0 <= c < B -> 0 <= d < B ->
  0 <= a * b + c + d < B * B.
Proof.
  intros. assert (0 <= a * b <= (B - 1) * (B - 1)) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg];
    lia). lia.
Qed.

Lemma chain_value B y xs : forall ts carry, 0 < B -> 0 <= y < B -> digits_of B xs -> digits_of B ts -> length ts =
  length xs ->
  0 <= carry < B ->
  let (lows, last) := chain B y xs ts carry in
  value B lows + B ^ Z.of_nat (length xs) * last = value B xs * y + value B ts + carry /\
  digits_of B lows /\ length lows = length xs /\ 0 <= last < B.
Proof.
  induction xs as [|x xs IH]; intros [|t ts] carry HB Hy Hxs Hts Hlen Hc; cbn in Hlen; try discriminate.
  - cbn [chain value length]. change (Z.of_nat 0) with 0. rewrite Z.pow_0_r. split; [lia|]. split;
      [constructor|]. split; [reflexivity|lia].
  - inversion Hxs as [|? ? Hx Hxs']; subst. inversion Hts as [|? ? Ht Hts']; subst. cbn [chain].
    pose proof (mul_add_widening_fits B x y t carry HB Hx Hy Ht Hc) as Hw.
    assert (Hc' : 0 <= (x * y + t + carry) / B < B) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
    specialize (IH ts _ HB Hy Hxs' Hts' ltac:(lia) Hc'). destruct (chain B y xs ts _) as [lows last].
    destruct IH as (Hv & Hd & Hl & Hlast).
    pose proof (Z.div_mod (x * y + t + carry) B ltac:(lia)) as D. pose proof (Z.mod_pos_bound (x * y + t + carry) B
      HB) as Hm.
    cbn [value length]. split; [|split; [constructor; assumption|split; [lia|assumption]]].
    rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
    assert (E : B * (value B lows + B ^ Z.of_nat (length xs) * last) = B * (value B xs * y + value B ts + (x * y + t +
      carry) / B)) by (rewrite Hv; reflexivity).
    lia.
Qed.

(** A step of the code, on words: a chain for x y, and one for m q on top of its result, which makes the lowest word 0.
    The highest word is the sum of both carries, and does not wrap. *)
Theorem step_on_words B inverse (xs qs ts : list Z) y :
  let q := value B qs in let x := value B xs in let t := value B ts in
  0 < B -> 0 < q -> 2 * q <= B ^ Z.of_nat (length qs) -> (q * inverse) mod B = B - 1 -> x < q -> t <= 2 * q - 1 ->
  0 <= y < B -> digits_of B xs -> digits_of B qs -> digits_of B ts -> length xs = length qs -> length ts = length qs ->
  let (lows, of_x) := chain B y xs ts 0 in
  let m := multiple B inverse (hd 0 lows) in
  let (results, of_q) := chain B m qs lows 0 in
  hd 0 results = 0 /\ of_x + of_q < B /\
  value B (tl results ++ [of_x + of_q]) = word_step B inverse q x t y.
Proof.
  intros q x t HB Hq Hfit Hi Hx Ht Hy Hxs Hqs Hts Lx Lt. cbv zeta.
  assert (Hpos : forall l, digits_of B l -> 0 <= value B l).
  { intros l Hl. induction Hl; cbn [value]; [lia|]. assert (0 <= B * value B l) by (apply Z.mul_nonneg_nonneg;
      lia). lia. }
  pose proof (chain_value B y xs ts 0 HB Hy Hxs Hts ltac:(lia) ltac:(lia)) as C1.
  destruct (chain B y xs ts 0) as [lows of_x]. destruct C1 as (V1 & D1 & L1 & R1).
  assert (Hm : 0 <= multiple B inverse (hd 0 lows) < B) by (apply Z.mod_pos_bound; lia).
  pose proof (chain_value B (multiple B inverse (hd 0 lows)) qs lows 0 HB Hm Hqs D1 ltac:(lia) ltac:(lia)) as C2.
  destruct (chain B (multiple B inverse (hd 0 lows)) qs lows 0) as [results of_q]. destruct C2 as (V2 & D2 & L2 & R2).
  fold x in V1. fold t in V1. fold q in V2.
  destruct qs as [|q0 qs]; [cbn in Hq; unfold q in Hq; cbn in Hq; lia|]. cbn [length] in *.
  destruct lows as [|l0 lows]; [cbn in *; lia|]. destruct results as [|r0 results]; [cbn in *; lia|]. cbn [hd tl] in *.
  set (n := Z.of_nat (length qs)) in *.
  assert (Ln : Z.of_nat (S (length qs)) = Z.succ n) by lia. rewrite Lx in V1. rewrite Ln in *. rewrite Z.pow_succ_r in
    * by lia.
  assert (Em : multiple B inverse l0 = multiple B inverse (t + x * y)).
  { unfold multiple. assert (El : t + x * y = l0 + B * (value B lows + B ^ n * of_x)) by (cbn [value] in V1; lia).
    rewrite El, Z.mul_add_distr_r. replace (B * (value B lows + B ^ n * of_x) * inverse) with ((value B lows + B ^ n *
      of_x) * inverse * B) by ring.
    symmetry. apply Z.mod_add. lia. }
  rewrite Em in *.
  pose proof (word_step_exact B inverse q x t y HB Hi) as E.
  pose proof (word_step_bound B inverse q x t y HB Hq Hi (conj (Hpos xs Hxs) Hx) (conj (Hpos ts Hts) Ht) Hy) as Hb.
  set (m := multiple B inverse (t + x * y)) in *. set (u := word_step B inverse q x t y) in *. clearbody m u.
  assert (Esum : r0 + B * (value B results + B ^ n * (of_x + of_q)) = B * u) by (cbn [value] in V1, V2; lia).
  inversion D2 as [|? ? Hr0 D2']; subst.
  assert (Hr : r0 = 0).
  { assert (-1 < u - (value B results + B ^ n * (of_x + of_q)) < 1) by (split; apply (cancel B); lia). nia. }
  assert (Hu : u = value B results + B ^ n * (of_x + of_q)) by (apply Z.mul_reg_l with B; lia).
  split; [exact Hr|].
  assert (HBn : 0 < B ^ n) by (apply Z.pow_pos_nonneg; lia).
  split.
  - apply (cancel (B ^ n)); [lia|]. pose proof (Hpos results D2'). lia.
  - rewrite Hu. assert (Happ : forall l d, value B (l ++ [d]) = value B l + B ^ Z.of_nat (length l) * d).
    { induction l as [|a l IH]; intros d.
      { cbn [app value length]. change (Z.of_nat 0) with 0. rewrite Z.pow_0_r. lia. } cbn [app value length]. rewrite
          IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring. }
    cbn [length] in L2. rewrite Happ. replace (length results) with (length qs) by lia. reflexivity.
Qed.

(** ** Section 17.3: sums of products *)

Theorem word_sums words q :
  0 < words -> 0 < q < 2 ^ words_modulus_bits words -> words_max_products <= 2 ^ 64 ->
  words_max_products * ((q - 1) * (q - 1)) < 2 ^ (64 * (2 * words + 1)).
Proof.
  unfold words_modulus_bits. intros Hw Hq Hm.
  assert (HR : 2 ^ (64 * words) = 2 * 2 ^ (64 * words - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  replace (64 * (2 * words + 1)) with (64 + (64 * words + 64 * words)) by lia. rewrite !Z.pow_add_r by lia.
  set (R := 2 ^ (64 * words)) in *. clearbody R.
  assert (0 <= (q - 1) * (q - 1) < R * R) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_lt_mono_nonneg]; lia).
  unfold words_max_products in *. lia.
Qed.

(** ** Sections 17.4, 17.5 and 18.2: products in 52-bit limbs *)

(** A step removes the lowest digit d and adds d (k q + 1) / B one limb higher, k = -1/q mod B; the last two steps add
    the multiple of q that clears the digit. *)
Definition friendly_step B k q v := v / B + v mod B * ((k * q + 1) / B).
Definition clearing_step B k q v := (v + multiple B k v * q) / B.

Fixpoint repeated (n : nat) (f : Z -> Z) (v : Z) : Z := match n with O => v | S n => f (repeated n f v) end.
Definition limb_reduction limbs B k q S :=
  repeated 2 (clearing_step B k q) (repeated (Z.to_nat (limbs - 2)) (friendly_step B k q) S).

Lemma friendly_step_exact B k q v : 0 < B -> (q * k) mod B = B - 1 ->
  B * friendly_step B k q v = v + v mod B * k * q.
Proof.
  intros HB Hk. unfold friendly_step. pose proof (Z.div_mod v B ltac:(lia)) as D.
  pose proof (Z.div_mod (q * k) B ltac:(lia)) as Dk. rewrite Hk in Dk.
  replace (k * q + 1) with ((q * k / B + 1) * B) by lia. rewrite Z.div_mul by lia.
  set (e := q * k / B) in *. set (d := v mod B) in *. clearbody e d.
  assert (E : d * (q * k) = d * (B * e + (B - 1))) by (rewrite Dk; reflexivity). lia.
Qed.

Lemma clearing_step_exact B k q v : 0 < B -> (q * k) mod B = B - 1 ->
  B * clearing_step B k q v = v + multiple B k v * q.
Proof.
  intros HB Hk. unfold clearing_step. destruct (multiple_clears B k q v HB Hk) as [c ->].
  rewrite (Z.mul_comm B c), Z.div_mul; lia.
Qed.

(** The multiple of q that n friendly steps add is below B^(n+1). *)
Lemma friendly_steps B k q S n : 1 < B -> 0 <= k < B -> (q * k) mod B = B - 1 ->
  exists M, B ^ Z.of_nat n * repeated n (friendly_step B k q) S = S + M * q /\ 0 <= M <= (B ^ Z.of_nat n - 1) * (B - 1).
Proof.
  intros HB Hk Hi. induction n as [|n [M [E HM]]].
  - exists 0. change (Z.of_nat 0) with 0. rewrite Z.pow_0_r. cbn [repeated]. lia.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. cbn [repeated]. set (v := repeated n _ S) in *.
    pose proof (friendly_step_exact B k q v ltac:(lia) Hi) as Ev. pose proof (Z.mod_pos_bound v B ltac:(lia)) as Hd.
    assert (0 < B ^ Z.of_nat n) by (apply Z.pow_pos_nonneg; lia). set (P := B ^ Z.of_nat n) in *.
    set (d := v mod B) in *. clearbody d v P.
    assert (Hdk : 0 <= d * k <= (B - 1) * (B - 1)) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg];
      lia).
    assert (0 <= P * (d * k) <= P * ((B - 1) * (B - 1))) by (split; [apply Z.mul_nonneg_nonneg;
      lia|apply Z.mul_le_mono_nonneg_l; lia]).
    exists (M + P * (d * k)). split; [|lia].
    replace (B * P * friendly_step B k q v) with (P * (B * friendly_step B k q v)) by ring. rewrite Ev. lia.
Qed.

(** All steps together divide by B^limbs, modulo q, and add less than (1 + 2 / B) q. *)
Theorem limb_reduction_adds limbs B k q S :
  2 <= limbs -> 2 < B -> 0 <= k < B -> 0 < q -> (q * k) mod B = B - 1 -> 0 <= S ->
  let T := limb_reduction limbs B k q S in
  (T * B ^ limbs) mod q = S mod q /\ 0 <= T /\ T * B ^ limbs * B < S * B + B ^ limbs * (B + 2) * q.
Proof.
  intros HL HB Hk Hq Hi HS. cbv zeta. unfold limb_reduction. cbn [repeated].
  destruct (friendly_steps B k q S (Z.to_nat (limbs - 2)) ltac:(lia) Hk Hi) as [M [E HM]].
  rewrite Z2Nat.id in * by lia. set (v := repeated _ _ S) in *. clearbody v.
  assert (EP : B ^ limbs = B ^ (limbs - 2) * (B * B)).
  { replace (B * B) with (B ^ 2) by ring. rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  rewrite EP. set (P := B ^ (limbs - 2)) in *. assert (HP : 0 < P) by (apply Z.pow_pos_nonneg; lia). clearbody P.
  pose proof (clearing_step_exact B k q v ltac:(lia) Hi) as E1. pose proof (Z.mod_pos_bound (v * k) B ltac:(lia)) as H1.
  fold (multiple B k v) in H1. set (m1 := multiple B k v) in *. set (v1 := clearing_step B k q v) in *. clearbody m1 v1.
  pose proof (clearing_step_exact B k q v1 ltac:(lia) Hi) as E2. pose proof (Z.mod_pos_bound (v1 * k) B ltac:(lia)) as
    H2.
  fold (multiple B k v1) in H2. set (m2 := multiple B k v1) in *. set (T := clearing_step B k q v1) in *. clearbody m2
    T.
  assert (ET : T * (P * (B * B)) = S + (M + P * m1 + P * B * m2) * q).
  { replace (T * (P * (B * B))) with (P * (B * (B * T))) by ring. rewrite E2.
    replace (P * (B * (v1 + m2 * q))) with (P * (B * v1) + P * B * m2 * q) by ring. rewrite E1.
    replace (P * (v + m1 * q)) with (P * v + P * m1 * q) by ring. rewrite E. ring. }
  assert (Hm1 : 0 <= P * m1 <= P * (B - 1)) by (split; [apply Z.mul_nonneg_nonneg; lia|apply Z.mul_le_mono_nonneg_l;
    lia]).
  assert (HPB : 0 < P * B) by (apply Z.mul_pos_pos; lia).
  assert (Hm2 : 0 <= P * B * m2 <= P * B * (B - 1)) by (split; [apply Z.mul_nonneg_nonneg;
    lia|apply Z.mul_le_mono_nonneg_l; lia]).
  set (A := M + P * m1 + P * B * m2) in *.
  assert (HA : 0 <= A /\ A * B < P * (B * B) * (B + 2)).
  { split; [lia|]. assert (A <= P * (B * B) + P * (B - 2) - (B - 1)) by lia.
    assert (A * B <= (P * (B * B) + P * (B - 2) - (B - 1)) * B) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (0 < P * (B * B)) by (apply Z.mul_pos_pos; [|apply Z.mul_pos_pos]; lia). lia. }
  clearbody A. assert (HAq : 0 <= A * q) by (apply Z.mul_nonneg_nonneg; lia).
  split; [rewrite ET; apply Z.mod_add; lia|]. split.
  - assert (0 < P * (B * B)) by (apply Z.mul_pos_pos; [|apply Z.mul_pos_pos]; lia).
    enough (-1 < T) by lia. apply (cancel (P * (B * B))); lia.
  - rewrite ET. assert (A * B * q < P * (B * B) * (B + 2) * q) by (apply Z.mul_lt_mono_pos_r; lia). lia.
Qed.

(** Section 17.4: with one operand shifted by 2^s and R = 2^(52 L - s), a product of numbers below q, divided by R, lies
    in [0, 2 q). *)
Theorem limb_product limbs words k q x y :
  let shift := limbs_shift limbs words in
  2 <= limbs -> 0 < words -> 4 <= shift -> 0 <= k < 2 ^ 52 -> (q * k) mod 2 ^ 52 = 2 ^ 52 - 1 ->
  0 < q < 2 ^ limbs_modulus_bits words -> 0 <= x < q -> 0 <= y < q ->
  let T := limb_reduction limbs (2 ^ 52) k q (2 ^ shift * x * y) in
  0 <= T < 2 * q /\ (T * 2 ^ (52 * limbs)) mod q = (2 ^ shift * x * y) mod q /\
  2 ^ (52 * limbs) = 2 ^ shift * 2 ^ (64 * words).
Proof.
  intros shift HL HW Hs Hk Hi Hq Hx Hy. unfold limbs_modulus_bits, limbs_shift in *. cbv zeta.
  assert (ER : 2 ^ (52 * limbs) = 2 ^ shift * 2 ^ (64 * words)).
  { rewrite <- Z.pow_add_r by (unfold shift; lia). f_equal. unfold shift. lia. }
  assert (E2 : 2 ^ (64 * words) = 2 * 2 ^ (64 * words - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (HS : 0 < 2 ^ shift) by (apply power_positive; lia).
  assert (Hxy : 0 <= x * y <= q * q) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
  assert (HSxy : 0 <= 2 ^ shift * x * y) by (rewrite <- Z.mul_assoc; apply Z.mul_nonneg_nonneg; lia).
  destruct (limb_reduction_adds limbs (2 ^ 52) k q (2 ^ shift * x * y)) as (Hc & H0 & H1); try lia.
  rewrite <- Z.pow_mul_r in * by lia. set (T := limb_reduction _ _ _ _ _) in *. clearbody T.
  split; [|split; [exact Hc|exact ER]]. split; [exact H0|].
  rewrite ER in *. set (s := 2 ^ shift) in *. set (R := 2 ^ (64 * words)) in *. clearbody s R.
  assert (HsR : 0 < s * R) by (apply Z.mul_pos_pos; lia).
  apply (cancel (s * R * 2 ^ 52)); [lia|].
  assert (s * x * y * 2 <= s * R * q).
  { replace (s * x * y * 2) with (s * (2 * (x * y))) by ring. replace (s * R * q) with (s * (R * q)) by ring.
    apply Z.mul_le_mono_nonneg_l; [lia|]. assert (2 * q * q <= R * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  assert (0 < s * R * q) by (apply Z.mul_pos_pos; lia). lia.
Qed.

(** Section 17.5: so does a sum of at most as many products as the traits allow, without the shift. *)
Theorem limb_sum limbs words k q S :
  2 <= limbs -> 0 < words -> 4 <= limbs_shift limbs words -> 0 <= k < 2 ^ 52 -> (q * k) mod 2 ^ 52 = 2 ^ 52 - 1 ->
  0 < q < 2 ^ limbs_modulus_bits words -> 0 <= S <= limbs_max_products * (q * q) ->
  let T := limb_reduction limbs (2 ^ 52) k q S in
  0 <= T < 2 * q /\ (T * 2 ^ (52 * limbs)) mod q = S mod q.
Proof.
  unfold limbs_shift, limbs_modulus_bits, limbs_max_products. intros HL HW Hs Hk Hi Hq HS. cbv zeta.
  destruct (limb_reduction_adds limbs (2 ^ 52) k q S) as (Hc & H0 & H1); try lia.
  rewrite <- Z.pow_mul_r in * by lia. set (T := limb_reduction _ _ _ _ _) in *. clearbody T.
  split; [|exact Hc]. split; [exact H0|].
  assert (H5 : 32 * q <= 2 ^ (52 * limbs)).
  { assert (2 ^ (64 * words - 1 + 5) <= 2 ^ (52 * limbs)) by (apply Z.pow_le_mono_r; lia).
    rewrite Z.pow_add_r in * by lia. change (2 ^ 5) with 32 in *. lia. }
  set (P := 2 ^ (52 * limbs)) in *. clearbody P.
  assert (32 * q * q <= P * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (0 < P * q) by (apply Z.mul_pos_pos; lia).
  apply (cancel (P * 2 ^ 52)); lia.
Qed.

(** No column of 64 bits reaches its sign with up to 2 L k halves of products, 2 L more, and a carry. *)
Theorem limb_columns limbs : 0 < limbs <= 10 ->
  (2 * limbs * (limbs_max_products + 1) + 1) * 2 ^ 52 + 2 ^ 12 < 2 ^ 61.
Proof. unfold limbs_max_products. lia. Qed.
