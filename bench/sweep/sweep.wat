;; Adds up 64-bit words of memory from 0 to $end, a multiple of 64, in four accumulators so that the
;; additions of one turn do not wait for each other.
(module
  (memory (export "memory") 1)
  (func (export "sweep") (param $end i32) (result i64)
    (local $at i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $a (i64x2.add (local.get $a) (v128.load (local.get $at))))
        (local.set $b (i64x2.add (local.get $b) (v128.load offset=16 (local.get $at))))
        (local.set $c (i64x2.add (local.get $c) (v128.load offset=32 (local.get $at))))
        (local.set $d (i64x2.add (local.get $d) (v128.load offset=48 (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $next)))
    (local.set $a (i64x2.add (i64x2.add (local.get $a) (local.get $b))
                             (i64x2.add (local.get $c) (local.get $d))))
    (i64.add (i64x2.extract_lane 0 (local.get $a)) (i64x2.extract_lane 1 (local.get $a)))))
